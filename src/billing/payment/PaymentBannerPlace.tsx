import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '../../../contract/profile'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { useFocusHandOver } from '../../ui/focus'

const importBanner = () => import('./PaymentBanner').then((module) => module.PaymentBanner)

/** The banner's height when it last showed, in px. */
const bannerHeightKey = 'paymentBanner'

/**
 * The place for the payment banner above every page of an admin (D81). Its code loads on demand.
 * Until then the place keeps the banner's last height, so that nothing moves.
 */
export function PaymentBannerPlace() {
  const { data: profile } = useQuery(profileQuery)
  const isNeeded = settings.isOurServer && needsBanner(profile)
  const isOver = profile && !isNeeded
  useEffect(() => {
    if (isOver) localStorage.removeItem(bannerHeightKey)
  }, [isOver])
  // It goes when the payment arrives, with the button that asked.
  useFocusHandOver(isNeeded, (page) => page)
  const height = localStorage.getItem(bannerHeightKey)
  if (isOver || (!isNeeded && !height)) return null
  return (
    <div className="mb-6" style={{ minHeight: `${isNeeded ? 0 : height}px` }}>
      {isNeeded && <LoadedBanner height={height} />}
    </div>
  )
}

function LoadedBanner({ height }: { height: string | null }) {
  const { code: Banner } = useLazyComponent(importBanner, 'now')
  return Banner ? (
    <Banner heightKey={bannerHeightKey} />
  ) : (
    <div className="h-18 max-sm:h-31" style={height ? { height: `${height}px` } : {}} />
  )
}

/** Whether the plan's payment needs an admin: it failed, is paused, or never came. */
function needsBanner(profile: Profile | undefined): boolean {
  const plan = profile?.organization.subscription_plan
  const state = plan?.payment_state ?? 'paid'
  return state !== 'paid' && (state !== 'authorised' || plan?.ends_at !== undefined)
}
