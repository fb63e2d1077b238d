import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Profile } from '../../contract/profile'
import { Card } from '../ui/Card'
import { useFocusHandOver } from '../ui/focus'
import { showToast } from '../ui/toasts/toast'
import { DashboardHeading } from './DashboardHeading'
import { useDashboardPlace } from './DashboardPlace'
import { DashboardTabs } from './DashboardTabs'
import type { FrameLink } from './frame-link'
import { KeptFrames } from './KeptFrames'

interface SeveralDashboardsProps {
  organization: Profile['organization']
  /** In the order of their tabs, at least one. */
  listed: NonNullable<Profile['organization']['dashboards']>
  /** The one in the address. */
  wanted: string | undefined
  /** The profile's link, to the first dashboard. */
  first: FrameLink
}

/** The organisation's dashboards: their tabs, and the chosen one below. */
export default function SeveralDashboards(props: SeveralDashboardsProps) {
  const { organization, listed, wanted, first } = props
  const { isShown } = useDashboardPlace()
  const heading = useRef<HTMLHeadingElement>(null)
  const [head, setHead] = useState<HTMLElement | null>(null)
  // The loading placeholder may have had it.
  useFocusHandOver(null, () => heading.current)
  const navigate = useNavigate()
  const firstId = listed[0]?.dashboard_id ?? ''
  const found = listed.find((one) => one.dashboard_id === wanted)
  const chosen = found?.dashboard_id ?? firstId
  const titles = listed.map(({ dashboard_id: id, name }) => ({
    id,
    title: (id === firstId && organization.org_metabase_name) || `${organization.name} ${name}`,
  }))

  // Also when the organisation no longer has it.
  const isUnknown = wanted !== undefined && !found
  const leadToFirst = useEffectEvent(() => {
    showToast('info', 'There is no such dashboard. This is the first one.')
    void navigate({ to: '/dashboard/main', replace: true })
  })
  useEffect(() => {
    if (isUnknown && isShown) leadToFirst()
  }, [isUnknown, isShown])

  return (
    <Card>
      <DashboardHeading
        ref={heading}
        name={titles.find(({ id }) => id === chosen)?.title ?? ''}
        hasTabs={listed.length > 1}
        actions={setHead}
      />
      {listed.length > 1 && (
        <DashboardTabs
          dashboards={listed}
          chosen={chosen}
          onChoose={(dashboard) =>
            void navigate({ to: '/dashboard/main', search: { dashboard }, resetScroll: false })
          }
        />
      )}
      <KeptFrames dashboards={titles} chosen={chosen} first={first} head={head} />
    </Card>
  )
}
