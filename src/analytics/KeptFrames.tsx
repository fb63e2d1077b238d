import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { LoadingText } from '../ui/LoadingText'
import { QueryView } from '../ui/QueryView'
import { showToast } from '../ui/toasts/toast'
import { DashboardFrame, FramePlaceholder } from './DashboardFrame'
import { useDashboardPlace } from './DashboardPlace'
import { panelId, tabId } from './DashboardTabs'
import { type FrameLink, newLink, timeLeft } from './frame-link'

/** The maximum number of open dashboards: one more closes one that nobody has used. */
const mostKept = 3
/** The maximum if each was used, so that going back keeps filters. One more closes the least recent one. */
const mostUsed = 8
/** A link that ends sooner isn't worth opening, in ms. */
const soon = 60_000

interface KeptFramesProps {
  /** In the order of their tabs. */
  dashboards: readonly { id: string; title: string }[]
  chosen: string
  /** The profile's link, to the first dashboard. */
  first: FrameLink
  /** The place of its buttons. */
  head: HTMLElement | null
}

/** The chosen dashboard, and behind it those shown before, unchanged. */
export function KeptFrames({ dashboards, chosen, first, head }: KeptFramesProps) {
  const { isShown, tellUse } = useDashboardPlace()
  /** By when they were last shown, the chosen one last. */
  const [kept, setKept] = useState([chosen])
  /** Those that may have filters set. */
  const [used, setUsed] = useState<readonly string[]>([])
  /** The used dashboard that was closed last. */
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
    if (lost) showToast('info', `${lost.title} was closed to make room. Its filters were reset.`)
  }, [lost])

  const isAnyUsed = kept.some((id) => used.includes(id))
  useEffect(() => tellUse(isAnyUsed), [isAnyUsed, tellUse])

  // In the tabs' order: moving a frame in the page would reload it.
  const shown = dashboards.filter(({ id }) => kept.includes(id))
  return (
    <div className="relative">
      {shown.map(({ id, title }) => {
        const isBehind = id !== chosen
        const frame = {
          title,
          head,
          isHidden: isBehind || !isShown,
          onUse: (isUsed: boolean) =>
            setUsed((before) => [...before.filter((one) => one !== id), ...(isUsed ? [id] : [])]),
          // Where all are hidden, the chosen one waits for its page.
          onEnd: () => isBehind && setKept((before) => before.filter((one) => one !== id)),
        }
        return (
          <div
            key={id}
            id={panelId(id)}
            {...(dashboards.length > 1 && { role: 'tabpanel', 'aria-labelledby': tabId(id) })}
            inert={isBehind}
            // Not `display: none`: charts would render without a width, and again later.
            className={isBehind ? 'invisible absolute inset-x-0 top-0' : 'relative'}
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

/** The profile's link, unless it is old and a new one can be fetched. */
function FirstFrame({ id, first, ...frame }: LinkedFrameProps & { first: FrameLink }) {
  const [isGood] = useState(() => first.dashboardId === null || timeLeft(first) > soon)
  return isGood ? <DashboardFrame {...frame} link={first} /> : <LinkedFrame {...frame} id={id} />
}

/** Each frame starts with its own link, and renews it itself. */
const linkQuery = (dashboardId: string) =>
  queryOptions({
    queryKey: ['dashboards/link', dashboardId],
    queryFn: ({ signal }) => newLink(dashboardId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })

interface LinkedFrameProps extends Omit<Parameters<typeof DashboardFrame>[0], 'link'> {
  id: string
}

/** A dashboard whose link isn't in the profile. */
function LinkedFrame({ id, ...frame }: LinkedFrameProps) {
  const query = useRetryableQuery(linkQuery(id))
  return (
    <QueryView
      query={query}
      loading={
        <div className="h-frame rounded-control bg-sunken p-4 sm:p-6">
          <LoadingText>Loading Dashboard...</LoadingText>
          <FramePlaceholder />
        </div>
      }
      failure="This dashboard could not be opened"
      failureText="Please try again. Your other dashboards are not affected."
      frame={(failure) => <section className="h-frame">{failure}</section>}
    >
      {(link) => <DashboardFrame {...frame} link={link} />}
    </QueryView>
  )
}
