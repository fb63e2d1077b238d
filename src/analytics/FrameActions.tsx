import { ExternalLink, RefreshCw } from 'lucide-react'
import { Button } from '../ui/Button'
import { ButtonAnchor } from '../ui/ButtonLink'
import { useTheme } from '../ui/theme'
import { themedAddress } from './frame-address'
import type { FrameLink } from './frame-link'
import { ReportButton } from './reports/ReportButton'

interface FrameActionsProps {
  /** The dashboard's name, as in its heading. */
  title: string
  link: FrameLink
  /** Whether the link has ended and would open nothing. */
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
  const size = 'px-3 pointer-fine:min-h-10 pointer-coarse:min-w-11'
  // On tablets a label that loads late would narrow the heading and move the tabs.
  const look = `max-lg:min-w-10 max-lg:px-0 ${size}`
  return (
    <>
      {/* Only our own server mails reports (D43). */}
      {dashboardId !== null && (
        <ReportButton
          dashboardId={dashboardId}
          title={title}
          className={`max-sm:min-w-10 max-sm:px-0 ${size}`}
        />
      )}
      <Button look="secondary" className={look} busy={isBusy} onClick={onReload}>
        {!isBusy && <RefreshCw className="size-4" />}
        <span className="max-lg:sr-only">Reload</span>
      </Button>
      {!hasEnded && (
        <ButtonAnchor
          href={themedAddress(link.address, theme)}
          target="_blank"
          rel="noreferrer"
          look="secondary"
          className={look}
        >
          <ExternalLink className="size-4" />
          <span className="max-lg:sr-only">Open in a new tab</span>
        </ButtonAnchor>
      )}
    </>
  )
}
