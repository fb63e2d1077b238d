import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Report } from '../../../contract/reports'
import { call } from '../../api/call'
import { writeConfirmed } from '../../lib/mutations'
import { reportsQuery } from './queries'
import type { Schedule } from './schedule'

const { queryKey } = reportsQuery

/** Refetches the reports: an answer may have been lost, or the report stopped elsewhere. */
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey })

/** Subscribes to a dashboard, or changes the schedule of the user's own report. */
export const saveReportMutation = mutationOptions({
  mutationFn: ({
    of,
    schedule,
  }: {
    of: { dashboard: string } | { report: string }
    schedule: Schedule
  }) =>
    'report' in of
      ? call('changeReport', { report_id: of.report, ...schedule })
      : call('subscribeReport', { dashboard_id: of.dashboard, ...schedule }),
  onSuccess: (_saved, _input, _result, { client }) => readAgain(client),
  onError: (_error, _input, _result, { client }) => void readAgain(client),
})

export type ReportAction = 'remove' | 'resume' | 'send-now'

const callsOf = {
  remove: 'removeReport',
  resume: 'resumeReport',
  'send-now': 'sendReportNow',
} as const

export const actOnReportMutation = mutationOptions({
  mutationKey: ['act-on-report'],
  mutationFn: ({ report, action }: { report: Report; action: ReportAction }) =>
    call(callsOf[action], { report_id: report.report_id }),
  onSuccess: async (_nothing, { report, action }, _result, { client }) => {
    if (action !== 'remove') return await readAgain(client)
    await writeConfirmed(client, queryKey, (list) => ({
      ...list,
      reports: list.reports.filter(({ report_id }) => report_id !== report.report_id),
    }))
  },
  onError: (_error, _input, _result, { client }) => void readAgain(client),
})
