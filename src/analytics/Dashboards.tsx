import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, use, useEffect, useEffectEvent, useState } from 'react'
import { useRetryableQuery } from '../lib/use-retryable-query'
import type { ReceivedProfile } from '../profile/queries'
import { settings } from '../settings'
import { Card } from '../ui/Card'
import { QueryView } from '../ui/QueryView'
import { Tabs } from '../ui/Tabs'
import { showToast } from '../ui/toasts/toast'
import { DashboardBar } from './DashboardBar'
import { DashboardFrame } from './DashboardFrame'
import { PlaceContext } from './DashboardPlace'
import { FramePlaceholder } from './FramePlaceholder'
import { frameIdentity } from './frame-address'
import { type FrameLink, linkQuery, timeLeft } from './frame-link'

// Loads late, because few visits are without a dashboard.
const NoDashboard = lazy(() => import('./NoDashboard'))

/** The maximum number of mounted dashboards. One more unmounts the dashboard that was visited longest ago. */
const mostMounted = 8
/** Milliseconds of remaining lifetime below which a link isn't opened. */
const soon = 60_000

interface DashboardsProps extends ReceivedProfile {
  /** The dashboard's id in the address. */
  wanted: string | undefined
}

export function Dashboards({ organization, receivedAt, wanted }: DashboardsProps) {
  const [{ isShown }] = use(PlaceContext)
  const navigate = useNavigate()
  const [head, setHead] = useState<HTMLElement | null>(null)
  const { name, org_iframe: address, org_iframe_expires_in: expiresIn = null } = organization
  const listed = (settings.isOurServer && organization.dashboards) || []
  const [first] = listed
  const chosen = (listed.find((one) => one.dashboard_id === wanted) ?? first)?.dashboard_id ?? ''
  const dashboards = (first ? listed : [{ dashboard_id: '', name: '' }]).map((one, index) => ({
    id: one.dashboard_id,
    title: (index === 0 && organization.org_metabase_name) || `${name} ${one.name}`.trim(),
  }))

  // The address may name a dashboard that the organisation no longer has.
  const isUnknown = first !== undefined && wanted !== undefined && chosen !== wanted
  const leadToFirst = useEffectEvent(() => {
    showToast('info', 'There is no such dashboard. This is the first one.')
    void navigate({ to: '/dashboard/main', replace: true })
  })
  useEffect(() => {
    if (isUnknown && isShown) leadToFirst()
  }, [isUnknown, isShown])

  return (
    <>
      <DashboardBar>
        <h2 className="min-w-0 flex-1 py-2.5 text-16 font-[650] tracking-[-0.02em] wrap-anywhere sm:max-w-1/2 sm:flex-none">
          <span dir="auto">{dashboards.find(({ id }) => id === chosen)?.title}</span>
        </h2>
        {listed[1] && (
          <div className="min-w-0 flex-1 self-end max-sm:order-1 max-sm:basis-full sm:relative sm:ps-5 sm:before:absolute sm:before:start-0 sm:before:top-3 sm:before:h-4.5 sm:before:w-px sm:before:bg-line-2">
            <Tabs
              label="Dashboards"
              param="dashboard"
              tabs={listed.map((one) => ({ value: one.dashboard_id, name: one.name }))}
              current={chosen}
              scrolls
            />
          </div>
        )}
        {/* The buttons of the visible frame. */}
        <div
          ref={setHead}
          className="ms-auto -me-2.25 flex shrink-0 gap-0.5 pointer-coarse:-me-3.25 pointer-coarse:gap-0"
        />
      </DashboardBar>
      {address ? (
        <MountedFrames
          dashboards={dashboards}
          chosen={chosen}
          first={{
            address,
            // Null if the server renews no links, or the app must not ask for one.
            dashboardId: (expiresIn !== null && first?.dashboard_id) || null,
            expiresIn,
            receivedAt,
          }}
          head={head}
        />
      ) : (
        <Suspense>
          <NoDashboard organisation={name} />
        </Suspense>
      )}
    </>
  )
}

interface MountedFramesProps {
  /** The dashboards in the order of their tabs. */
  dashboards: readonly { id: string; title: string }[]
  chosen: string
  /** The profile's link, which opens the first dashboard. */
  first: FrameLink
  head: HTMLElement | null
}

/** The chosen dashboard. The dashboards visited before stay mounted behind it. */
function MountedFrames({ dashboards, chosen, first, head }: MountedFramesProps) {
  const [{ isShown }] = use(PlaceContext)
  /** Ids of the visited dashboards, the one visited longest ago first. */
  const [visited, setVisited] = useState([chosen])
  if (visited.at(-1) !== chosen) {
    setVisited([...visited.filter((id) => id !== chosen), chosen].slice(-mostMounted))
  }

  // Frames stay in the order of the tabs: moved within the page, a frame reloads.
  const mounted = dashboards.filter(({ id }) => visited.includes(id))
  return (
    <div className="relative">
      {mounted.map(({ id, title }) => (
        <div
          key={id}
          inert={id !== chosen}
          // With `display: none` charts would render without a width, and again later.
          className={id === chosen ? 'relative' : 'invisible absolute inset-x-0 top-0'}
        >
          <LinkedFrame
            id={id}
            title={title}
            first={id === dashboards[0]?.id ? first : undefined}
            head={head}
            isHidden={id !== chosen || !isShown}
          />
        </div>
      ))}
    </div>
  )
}

interface LinkedFrameProps extends Omit<Parameters<typeof DashboardFrame>[0], 'link'> {
  id: string
  first: FrameLink | undefined
}

/** A dashboard's frame. It opens the profile's link or, if that is missing or about to end, a new one. */
function LinkedFrame({ id, first, ...frame }: LinkedFrameProps) {
  const [initialData] = useState(() => (first && timeLeft(first) > soon ? first : undefined))
  const query = useRetryableQuery({ ...linkQuery(id), ...(initialData && { initialData }) })
  return (
    <QueryView
      query={query}
      loading={<FramePlaceholder />}
      failure="This dashboard could not be opened"
      failureText="Please try again. Your other dashboards are not affected."
      frame={(failure) => (
        <div className="h-frame">
          <Card isFlush>{failure}</Card>
        </div>
      )}
    >
      {(own) => {
        // Uses the profile's link if the dashboard has no id with which to ask for a new one.
        const link = first?.dashboardId === null ? first : own
        return <DashboardFrame {...frame} key={frameIdentity(link.address)} link={link} />
      }}
    </QueryView>
  )
}
