import { useQuery } from '@tanstack/react-query'
import { Mail, MailCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button'
import { reportsQuery } from './queries'
import { mailedText } from './schedule'

const ReportDialog = lazy(() => import('./ReportDialog'))

interface ReportButtonProps {
  dashboardId: string
  title: string
  className: string
}

/** Opens what mails a dashboard's figures; says when they come. */
export function ReportButton({ dashboardId, title, className }: ReportButtonProps) {
  const { data } = useQuery(reportsQuery)
  const [isOpen, setIsOpen] = useState(false)
  if (data?.has_figures !== true) return null
  const report = data.reports.find((one) => one.is_own && one.dashboard_id === dashboardId)
  const hasTrouble = report?.state === 'paused' || report?.last?.state === 'failed'
  const Icon = report ? MailCheck : Mail
  return (
    <>
      <Button look="secondary" className={className} onClick={() => setIsOpen(true)}>
        {hasTrouble && <span className="size-2 rounded-full bg-warn" aria-hidden="true" />}
        <Icon className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">{report ? mailedText(report) : 'Mail me this'}</span>
        {hasTrouble && <span className="sr-only">, with a problem</span>}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog {...{ dashboardId, title, report }} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
