import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { BannerPlace } from '../../ui/BannerPlace'

const load = () => import('./PaymentBanner').then((module) => module.PaymentBanner)

/** The place for the payment banner above every page of an admin (D81). */
export function PaymentBannerPlace() {
  const { data: profile } = useQuery(profileQuery)
  const { payment_state: state = 'paid', ends_at } = profile?.organization.subscription_plan ?? {}
  // The payment failed, is paused, or never came.
  const isWrong = state !== 'paid' && (state !== 'authorised' || ends_at !== undefined)
  const isNeeded = profile && settings.isOurServer && isWrong
  return <BannerPlace heightKey="paymentBanner" isNeeded={isNeeded} load={load} />
}
