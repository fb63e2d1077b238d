import { useMutation } from '@tanstack/react-query'
import type { Report } from '../../../contract/reports'
import { ApiError, followingServerText, ifFailed } from '../../api/errors'
import { useVariablesInFlight } from '../../lib/mutations'
import { showToast } from '../../ui/toasts/toast'
import { actOnReportMutation, type ReportAction } from './mutations'

export interface Outcome {
  tone: 'success' | 'error' | 'info'
  text: string
  detail?: string | undefined
  isGone: boolean
}

export const toastOutcome = ({ tone, text, detail }: Outcome) => showToast(tone, text, detail)

/**
 * @param address the address that gets the user's own mails.
 * @returns a function that does an action and returns its result, and the ids of reports with a pending action.
 */
export function useReportAction(address: string) {
  const { mutateAsync } = useMutation(actOnReportMutation)
  const busy = useVariablesInFlight(actOnReportMutation).map(({ report }) => report.report_id)

  async function act(report: Report, action: ReportAction): Promise<Outcome> {
    try {
      await mutateAsync({ report, action })
      const text = doneText(report, action, address)
      return { tone: 'success', text, isGone: action === 'remove' }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        return { tone: 'info', text: 'This report is no longer there.', isGone: true }
      }
      const text = failureText(error, action)
      return { tone: 'error', text, detail: followingServerText(error), isGone: false }
    }
  }

  return { act, busy }
}

function doneText({ is_own, person }: Report, action: ReportAction, address: string): string {
  if (action === 'send-now') return `It is on its way to ${address}.`
  if (action === 'resume') return 'The report is resumed.'
  return is_own
    ? 'You won’t get this report any more.'
    : `${person} won’t get this report any more.`
}

function failureText(error: unknown, action: ReportAction): string {
  if (action === 'send-now' && error instanceof ApiError && error.status === 429) {
    return 'You can send three an hour.'
  }
  const what = { remove: 'stopped', resume: 'resumed', 'send-now': 'sent' }[action]
  return ifFailed(`The report was not ${what}.`, `the report may have been ${what}.`)(error)
}
