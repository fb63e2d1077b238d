import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../../../contract/profile'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { BannerPlace } from '../../ui/BannerPlace'

const load = () => import('./PaymentBanner').then((module) => module.PaymentBanner)

/** The place for the payment banner above every page of an admin (D81). */
export function PaymentBannerPlace() {
  const { data: profile } = useQuery(profileQuery)
  const isNeeded = profile && settings.isOurServer && needsBanner(profile)
  return <BannerPlace heightKey="paymentBanner" isNeeded={isNeeded} load={load} />
}

/** Whether the plan's payment needs an admin: it failed, is paused, or never came. */
function needsBanner(profile: Profile): boolean {
  const plan = profile.organization.subscription_plan
  const state = plan?.payment_state ?? 'paid'
  return state !== 'paid' && (state !== 'authorised' || plan?.ends_at !== undefined)
}
