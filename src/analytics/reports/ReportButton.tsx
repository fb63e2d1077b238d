import { useQuery } from '@tanstack/react-query'
import { Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { Button } from '../../ui/Button'
import { reportsQuery } from './queries'
import { mailedText } from './schedule'

const importDialog = () => import('./ReportDialog').then((module) => module.default)

interface ReportButtonProps {
  dashboardId: string
  title: string
  className: string
}

/** Opens the dialog that mails a dashboard's figures. Says when the next mail comes. */
export function ReportButton({ dashboardId, title, className }: ReportButtonProps) {
  const { data } = useQuery(reportsQuery)
  const [isOpen, setIsOpen] = useState(false)
  const { code: ReportDialog, load } = useLazyComponent(importDialog, 'asked')
  if (data?.has_figures !== true) return null
  const report = data.reports.find((one) => one.is_own && one.dashboard_id === dashboardId)
  const hasTrouble = report?.state === 'paused' || report?.last?.state === 'failed'
  const Icon = report ? MailCheck : Mail
  const isBusy = isOpen && !ReportDialog

  async function open() {
    setIsOpen(true)
    if (!(await load())) setIsOpen(false)
  }

  return (
    <>
      <Button
        look="secondary"
        className={className}
        busy={isBusy}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => void open()}
      >
        {hasTrouble && (
          <span
            className="size-2 rounded-full bg-warn max-sm:absolute max-sm:end-1.5 max-sm:top-1.5"
            aria-hidden="true"
          />
        )}
        {!isBusy && <Icon className="size-4" />}
        <span className="max-sm:sr-only">{report ? mailedText(report) : 'Email me this'}</span>
        {hasTrouble && <span className="sr-only">(with a problem)</span>}
      </Button>
      {isOpen && ReportDialog && (
        <ReportDialog {...{ dashboardId, title, report }} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
