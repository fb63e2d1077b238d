import { useEffect, useState } from 'react'
import { showToast } from '../ui/toasts/toast'
import { DashboardFrame, UnsafeAddress } from './DashboardFrame'
import { panelId, tabId } from './DashboardTabs'
import { isFrameAddress } from './frame-address'
import { type FrameLink, timeLeft } from './frame-link'
import { LinkedFrame } from './LinkedFrame'

/** How many dashboards stay open at once: opening one more closes one that nobody has used. */
const mostKept = 3
/** How many where each was used, so that going back keeps filters. Beyond, the one left first is closed. */
const mostUsed = 8
/** A link that ends sooner, in ms, is not worth opening. */
const soon = 60_000

interface KeptFramesProps {
  /** In the order of their tabs. */
  dashboards: readonly { id: string; title: string }[]
  chosen: string
  /** The link of the profile, to the first one. */
  first: FrameLink
}

/** The chosen dashboard, and behind it those that were shown before, as they were left. */
export function KeptFrames({ dashboards, chosen, first }: KeptFramesProps) {
  /** By when they were last shown, the chosen one last. */
  const [kept, setKept] = useState([chosen])
  /** Those that may have filters to lose. */
  const [used, setUsed] = useState<readonly string[]>([])
  /** The one that was closed last although it had been used. */
  const [lost, setLost] = useState<{ title: string } | null>(null)
  if (kept.at(-1) !== chosen) {
    const others = kept.filter((id) => id !== chosen)
    const unused = others.find((id) => !used.includes(id))
    const most = unused === undefined ? mostUsed : mostKept
    const dropped = others.length < most ? undefined : (unused ?? others[0])
    setKept([...others.filter((id) => id !== dropped), chosen])
    if (unused === undefined) setLost(dashboards.find(({ id }) => id === dropped) ?? null)
  }
  useEffect(() => {
    if (lost) showToast('info', `${lost.title} was closed to make room. Its filters are set back.`)
  }, [lost])

  // In the tabs' order: moving a frame in the page would load it again.
  const shown = dashboards.filter(({ id }) => kept.includes(id))
  return (
    <div className="relative">
      {shown.map(({ id, title }) => {
        const isHidden = id !== chosen
        const frame = {
          title,
          isHidden,
          onUse: (isUsed: boolean) =>
            setUsed((before) => [...before.filter((one) => one !== id), ...(isUsed ? [id] : [])]),
          onEnd: () => setKept((before) => before.filter((one) => one !== id)),
        }
        return (
          <div
            key={id}
            id={panelId(id)}
            {...(dashboards.length > 1 && { role: 'tabpanel', 'aria-labelledby': tabId(id) })}
            inert={isHidden}
            // Not `display: none`: charts would be drawn for no width, and again.
            className={isHidden ? 'invisible absolute inset-x-0 top-0' : 'relative'}
          >
            {id === dashboards[0]?.id ? (
              <FirstFrame {...frame} id={id} first={first} />
            ) : (
              <LinkedFrame {...frame} id={id} />
            )}
          </div>
        )
      })}
    </div>
  )
}

interface FirstFrameProps extends Omit<Parameters<typeof DashboardFrame>[0], 'link'> {
  id: string
  first: FrameLink
}

/** By the profile's link, unless that is an old one and another is to be had. */
function FirstFrame({ id, first, ...frame }: FirstFrameProps) {
  const [isGood] = useState(() => first.dashboardId === null || timeLeft(first) > soon)
  if (!isGood) return <LinkedFrame {...frame} id={id} />
  return isFrameAddress(first.address) ? (
    <DashboardFrame {...frame} link={first} />
  ) : (
    <UnsafeAddress />
  )
}
