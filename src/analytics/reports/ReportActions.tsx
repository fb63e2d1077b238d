import { useState } from 'react'
import type { Report } from '../../../contract/reports'
import { useIsHere } from '../../lib/use-is-here'
import { Button } from '../../ui/Button'
import { FormMessage, FormStatus } from '../../ui/forms/FormMessage'
import type { ReportAction } from './mutations'
import { type Outcome, toastOutcome, useReportAction } from './use-report-action'

interface ReportActionsProps {
  report: Report
  /** The address that gets the mails. */
  address: string
  onStopped: () => void
}

const nextOf = { paused: 'resume', active: 'send-now', waiting: null } as const

export function ReportActions({ report, address, onStopped }: ReportActionsProps) {
  const { act, busy } = useReportAction(address)
  const isHere = useIsHere()
  const [pressed, setPressed] = useState<ReportAction | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isBusy = busy.includes(report.report_id)

  async function run(action: ReportAction) {
    setPressed(action)
    setOutcome(null)
    const result = await act(report, action)
    // A toast would be behind the dialog, and screen readers wouldn't read it.
    if (isHere() && !result.isGone) return setOutcome(result)
    if (isHere()) onStopped()
    toastOutcome(result)
  }
  const next = nextOf[report.state]
  const button = (action: ReportAction) => ({
    busy: isBusy && pressed === action,
    disabled: isBusy && pressed !== action,
    onClick: () => void run(action),
  })

  return (
    <>
      <div className="flex flex-wrap gap-3 *:flex-1">
        {/* One element for both buttons, so that the focus stays when the report resumes. */}
        {next && (
          <Button look="secondary" {...button(next)}>
            {next === 'resume' ? 'Resume' : 'Send one now'}
          </Button>
        )}
        <Button look="danger-line" {...button('remove')}>
          Stop
        </Button>
      </div>
      {outcome?.tone === 'error' && <FormMessage {...outcome} tone="bad" />}
      <FormStatus>
        {outcome?.tone === 'success' && <FormMessage text={outcome.text} tone="ok" />}
      </FormStatus>
    </>
  )
}
