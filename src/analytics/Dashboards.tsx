import { useNavigate } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { useRetryableQuery } from '../lib/use-retryable-query'
import type { ReceivedProfile } from '../profile/queries'
import { settings } from '../settings'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { LoadingText } from '../ui/LoadingText'
import { QueryView } from '../ui/QueryView'
import { showToast } from '../ui/toasts/toast'
import { DashboardFrame } from './DashboardFrame'
import { PlaceContext } from './DashboardPlace'
import { DashboardTabs, panelId, tabId } from './DashboardTabs'
import { FramePlaceholder } from './FramePlaceholder'
import { frameIdentity } from './frame-address'
import { type FrameLink, linkQuery, timeLeft } from './frame-link'

/** The maximum number of mounted dashboards. One more unmounts the dashboard that was visited longest ago. */
const mostMounted = 8
/** Milliseconds of remaining lifetime below which a link isn't opened. */
const soon = 60_000

interface DashboardsProps extends ReceivedProfile {
  /** The dashboard's id in the address. */
  wanted: string | undefined
}

/** The organisation's dashboards: their tabs, and the chosen one below. */
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
    <Card>
      <div className={`flex items-start justify-between gap-3 ${listed[1] ? 'mb-1' : 'mb-3'}`}>
        <h2 className="min-w-0 py-1.5 text-18 font-[650] tracking-[-0.02em] wrap-anywhere">
          <span dir="auto">{dashboards.find(({ id }) => id === chosen)?.title}</span>
        </h2>
        {/* The buttons of the visible frame. */}
        <div ref={setHead} className="flex min-h-10 shrink-0 gap-2 pointer-coarse:min-h-11" />
      </div>
      {listed[1] && (
        <DashboardTabs
          dashboards={listed}
          chosen={chosen}
          onChoose={(dashboard) =>
            void navigate({ to: '/dashboard/main', search: { dashboard }, resetScroll: false })
          }
        />
      )}
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
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No dashboard yet"
          text="Once a dashboard is connected to your organisation, it will show here."
        />
      )}
    </Card>
  )
}

interface MountedFramesProps {
  /** The dashboards in the order of their tabs. */
  dashboards: readonly { id: string; title: string }[]
  chosen: string
  /** The profile's link, which opens the first dashboard. */
  first: FrameLink
  /** The element where the frame's buttons are rendered. */
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
          id={panelId(id)}
          {...(dashboards.length > 1 && { role: 'tabpanel', 'aria-labelledby': tabId(id) })}
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
      {(own) => {
        // Uses the profile's link if the dashboard has no id with which to ask for a new one.
        const link = first?.dashboardId === null ? first : own
        return <DashboardFrame {...frame} key={frameIdentity(link.address)} link={link} />
      }}
    </QueryView>
  )
}
