import { ExternalLink, RefreshCw } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { isSessionError } from '../api/errors'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'
import { ButtonAnchor } from '../ui/ButtonLink'
import { useTheme } from '../ui/theme'
import { showToast } from '../ui/toasts/toast'
import { isFrameAddress, themedAddress } from './frame-address'
import { type FrameLink, newLink, timeLeft } from './frame-link'

const importReports = () => import('./reports/ReportButton').then((module) => module.ReportButton)

interface FrameActionsProps {
  /** The dashboard's name, as its heading has it. */
  title: string
  /** The link that lasts longest. */
  link: FrameLink
  onReload: (link: FrameLink) => void
}

/**
 * The ways out of a dashboard that fails inside its frame, where the app can't see it: an error of its server is a page
 * that has loaded (D121).
 */
export function FrameActions({ title, link, onReload }: FrameActionsProps) {
  const { dashboardId } = link
  // Other servers don't need it (D43).
  const { code: ReportButton } = useLazyComponent(
    importReports,
    dashboardId === null ? 'asked' : 'idle',
  )
  const theme = useTheme()
  const [isBusy, setIsBusy] = useState(false)
  const left = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    left.current = controller
    return () => controller.abort()
  }, [])

  /** @returns a link to start over with: a new one, unless the server gives none. */
  async function freshLink(): Promise<FrameLink> {
    if (dashboardId === null) return link
    const fresh = await newLink(dashboardId, left.current.signal)
    if (!isFrameAddress(fresh.address)) throw new Error('Not an address that is safe to open.')
    return fresh
  }

  async function reload() {
    setIsBusy(true)
    try {
      onReload(await freshLink())
    } catch (error) {
      tell(error)
    } finally {
      setIsBusy(false)
    }
  }

  function tell(error: unknown) {
    if (left.current.signal.aborted || isSessionError(error)) return
    showToast('error', 'The dashboard could not be reloaded.', 'Please try again.')
  }

  /** A link that has ended would open nothing. */
  async function openNew(event: MouseEvent) {
    if (timeLeft(link) > 0) return
    event.preventDefault()
    // At once, because browsers let only a click open one.
    const tab = window.open('about:blank', '_blank')
    if (!tab) return
    tab.opener = null
    try {
      tab.location.replace(
        new URL(themedAddress((await freshLink()).address, theme), location.href),
      )
    } catch (error) {
      tab.close()
      tell(error)
    }
  }

  const size = 'px-3 pointer-fine:min-h-10 pointer-coarse:min-w-11'
  // On tablets a label that comes late would take the heading's room, and move the tabs.
  const look = `max-lg:min-w-10 max-lg:px-0 ${size}`
  return (
    <>
      {ReportButton && dashboardId !== null && (
        <ReportButton
          dashboardId={dashboardId}
          title={title}
          className={`max-sm:min-w-10 max-sm:px-0 ${size}`}
        />
      )}
      <Button look="secondary" className={look} busy={isBusy} onClick={() => void reload()}>
        {!isBusy && <RefreshCw className="size-4" />}
        <span className="max-lg:sr-only">Reload</span>
      </Button>
      <ButtonAnchor
        href={themedAddress(link.address, theme)}
        target="_blank"
        rel="noreferrer"
        look="secondary"
        className={look}
        onClick={(event) => void openNew(event)}
      >
        <ExternalLink className="size-4" />
        <span className="max-lg:sr-only">Open in a new tab</span>
      </ButtonAnchor>
    </>
  )
}
