import type { Profile } from '../../../contract/profile'

/** The banner's height when it last showed, in px. */
export const bannerHeightKey = 'paymentBanner'

/** Whether the plan's payment needs an admin: it failed, is paused, or never came. */
export function needsBanner(profile: Profile | undefined): boolean {
  const plan = profile?.organization.subscription_plan
  const state = plan?.payment_state ?? 'paid'
  return state !== 'paid' && (state !== 'authorised' || plan?.ends_at !== undefined)
}
