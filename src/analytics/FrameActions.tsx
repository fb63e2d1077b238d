import { ExternalLink, RefreshCw } from 'lucide-react'
import { iconButtonClasses } from '../ui/button-classes'
import { IconButton } from '../ui/IconButton'
import { Tooltip } from '../ui/Tooltip'
import { useTheme } from '../ui/theme'
import { themedAddress } from './frame-address'
import type { FrameLink } from './frame-link'
import { ReportButton } from './reports/ReportButton'

interface FrameActionsProps {
  title: string
  link: FrameLink
  hasEnded: boolean
  isBusy: boolean
  onReload: () => void
}

/**
 * Buttons that reload a dashboard or open it in a tab. The app can't see an error inside the frame: it is a page
 * that has loaded (D74).
 */
export function FrameActions({ title, link, hasEnded, isBusy, onReload }: FrameActionsProps) {
  const { dashboardId } = link
  const theme = useTheme()
  return (
    <>
      {/* Only our own server mails reports (D43). */}
      {dashboardId !== null && <ReportButton dashboardId={dashboardId} title={title} />}
      <Tooltip text="Reload">
        <IconButton label="Reload" look="quiet" busy={isBusy} onClick={onReload}>
          <RefreshCw className="size-4.5" />
        </IconButton>
      </Tooltip>
      {!hasEnded && (
        <Tooltip text="Open in a new tab">
          <a
            href={themedAddress(link.address, theme)}
            target="_blank"
            rel="noreferrer"
            aria-label="Open in a new tab"
            className={iconButtonClasses('quiet')}
          >
            <ExternalLink className="size-4.5" />
          </a>
        </Tooltip>
      )}
    </>
  )
}
