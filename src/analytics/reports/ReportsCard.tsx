import { Ellipsis, LayoutDashboard, Mail } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Report } from '../../../contract/reports'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { useFetchedProfile } from '../../profile/queries'
import { ButtonLink } from '../../ui/ButtonLink'
import { iconButtonClasses } from '../../ui/button-classes'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { MenuButton } from '../../ui/menu/MenuButton'
import { Spinner } from '../../ui/Spinner'
import { TableCard } from '../../ui/table/TableCard'
import type { ReportAction } from './mutations'
import { reportsQuery } from './queries'
import { reportColumns, reportLayout } from './report-columns'
import { toastOutcome, useReportAction } from './use-report-action'

const importDialog = () => import('./ReportDialog').then((module) => module.default)
const importMenu = () =>
  import('./ReportRowMenuContent').then((module) => module.ReportRowMenuContent)

/** The tab 'Reports' of the profile: the user's reports; for admins, all reports of the organisation. */
export default function ReportsCard() {
  const profile = useFetchedProfile()
  const { data, isPending, retry } = useRetryableQuery(reportsQuery)
  const { act, busy } = useReportAction(profile?.email ?? 'your address')
  const { code: ReportDialog, load } = useLazyComponent(importDialog)
  const [changedId, setChangedId] = useState<string | null>(null)
  const [pendingConfirmation, setPendingConfirmation] = useState<Report | null>(null)
  const isAdmin = profile?.is_organization_admin === true
  const columns = useMemo(() => reportColumns(isAdmin), [isAdmin])
  const reports = data?.reports
  // The report in its current state: it may have resumed or been stopped since the dialog opened.
  const changed = reports?.find(({ report_id }) => report_id === changedId)
  const hasFigures = data?.has_figures !== false
  const dashboardLink = (
    <ButtonLink to="/dashboard/main" look="secondary">
      <LayoutDashboard className="size-4" />
      <span>Open the dashboard</span>
    </ButtonLink>
  )

  const run = async (report: Report, action: ReportAction) =>
    toastOutcome(await act(report, action))

  function choose(report: Report, what: ReportAction | 'change') {
    if (what === 'change') {
      setChangedId(report.report_id)
      void load()
    } else if (what === 'remove' && !report.is_own) setPendingConfirmation(report)
    else void run(report, what)
  }

  return (
    <>
      <TableCard
        fragment="reports"
        title="Reports by email"
        text={
          isAdmin
            ? 'Yours and your team’s. Set one up from a dashboard.'
            : 'The figures of your dashboards. Set one up from a dashboard.'
        }
        query={{ data: reports, isPending, retry }}
        failure="The reports could not be loaded"
        empty={{
          icon: Mail,
          title: hasFigures ? 'No reports yet' : 'No reports by email',
          text: hasFigures
            ? 'On a dashboard, ‘Email me this’ sends its figures and tables by email.'
            : 'The dashboards of this site can’t be sent by email.',
          action: hasFigures && dashboardLink,
        }}
        action={dashboardLink}
        columns={columns}
        actions={(report) => {
          const about = report.dashboard_name ?? report.dashboard_id
          const isBusy = busy.includes(report.report_id)
          const onChoose = (what: ReportAction | 'change') => choose(report, what)
          return (
            <MenuButton
              label={`Actions for ${about}${report.is_own ? '' : ` of ${report.person}`}`}
              importMenu={importMenu}
              menu={(Menu, wiring) => <Menu {...wiring} {...{ report, onChoose }} busy={isBusy} />}
              className={iconButtonClasses('quiet')}
            >
              {isBusy ? <Spinner /> : <Ellipsis className="size-[18px]" />}
            </MenuButton>
          )
        }}
        csv={null}
        rowId={({ report_id }) => report_id}
        layout={reportLayout}
      />
      {changed && ReportDialog && (
        <ReportDialog
          dashboardId={changed.dashboard_id}
          title={`${profile?.organization.name ?? ''} ${changed.dashboard_name ?? ''}`.trim()}
          report={changed}
          onClose={() => setChangedId(null)}
        />
      )}
      {pendingConfirmation && (
        <ConfirmDialog
          title="Stop this report?"
          refusal="Keep it"
          confirmation="Stop it"
          look="danger-line"
          onRefuse={() => setPendingConfirmation(null)}
          onConfirm={() => {
            setPendingConfirmation(null)
            void run(pendingConfirmation, 'remove')
          }}
        >
          <p>
            {pendingConfirmation.person} won’t get emails about{' '}
            {pendingConfirmation.dashboard_name ?? 'this dashboard'} any more.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
