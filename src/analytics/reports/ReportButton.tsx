import { useQuery } from '@tanstack/react-query'
import { Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { IconButton } from '../../ui/IconButton'
import { Tooltip } from '../../ui/Tooltip'
import { reportsQuery } from './queries'
import { mailedText } from './schedule'

const importDialog = () => import('./ReportDialog').then((module) => module.default)

interface ReportButtonProps {
  dashboardId: string
  title: string
}

/** Opens the dialog that mails a dashboard's figures. Says when the next mail comes. */
export function ReportButton({ dashboardId, title }: ReportButtonProps) {
  const { data } = useQuery(reportsQuery)
  const [isOpen, setIsOpen] = useState(false)
  const { code: ReportDialog, load } = useLazyComponent(importDialog, 'asked')
  if (data?.has_figures !== true) return null
  const report = data.reports.find((one) => one.is_own && one.dashboard_id === dashboardId)
  const hasTrouble = report?.state === 'paused' || report?.last?.state === 'failed'
  const Icon = report ? MailCheck : Mail
  const name = report ? mailedText(report) : 'Email me this'

  async function open() {
    setIsOpen(true)
    if (!(await load())) setIsOpen(false)
  }

  return (
    <>
      <Tooltip text={name}>
        <IconButton
          label={hasTrouble ? `${name} (with a problem)` : name}
          look="quiet"
          busy={isOpen && !ReportDialog}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => void open()}
        >
          <Icon className={`size-4.5 ${report ? 'text-accent' : ''}`} />
          {hasTrouble && (
            <span
              className="absolute end-1.5 top-1.5 size-2 rounded-full bg-warn-dot pointer-coarse:end-2.5 pointer-coarse:top-2.5"
              aria-hidden="true"
            />
          )}
        </IconButton>
      </Tooltip>
      {isOpen && ReportDialog && (
        <ReportDialog {...{ dashboardId, title, report }} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
