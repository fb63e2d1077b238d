import type { Report } from '../../../contract/reports'
import { Button } from '../../ui/Button'
import { useReportAction } from './use-report-action'

interface ReportActionsProps {
  report: Report
  /** Where its mails go. */
  address: string
  onStopped: () => void
}

/** What one can do to an own report besides changing it. */
export function ReportActions({ report, address, onStopped }: ReportActionsProps) {
  const { act, busy } = useReportAction(address)
  const isBusy = busy.includes(report.report_id)
  const run = async (action: Parameters<typeof act>[1]) => {
    if ((await act(report, action)) && action === 'remove') onStopped()
  }
  return (
    <>
      {report.state === 'paused' && (
        <Button look="secondary" busy={isBusy} onClick={() => void run('resume')}>
          Go on
        </Button>
      )}
      {report.state === 'active' && (
        <Button look="secondary" busy={isBusy} onClick={() => void run('send-now')}>
          Send one now
        </Button>
      )}
      <Button look="danger" disabled={isBusy} onClick={() => void run('remove')}>
        Stop
      </Button>
    </>
  )
}
