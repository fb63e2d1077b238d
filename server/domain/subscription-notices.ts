import {
  type PlanEnding,
  paymentFailedMail,
  planEndedMail,
  planEndsMail,
} from '../mail/billing-contents'
import type { Services } from '../services'
import type { Mail, MailContent, Subscription } from '../store/entities'
import { later } from '../time'
import { mailTo } from './outbox'
import { failureOf, renewalOf, stopLeadTime } from './renewals'

/** The beginning of every mail: its recipient. */
type Addressed = { productName: string; fullName: string; link: string; timeZone: string }

/**
 * @param before an organisation's former subscriptions.
 * @param changed the changed ones.
 * @returns mails to all admins, to be saved with the change, so that each goes out once.
 */
export async function noticesOfChanges(
  services: Services,
  organisationId: string,
  before: readonly Subscription[],
  changed: readonly Subscription[],
): Promise<Mail[]> {
  const written = changed.flatMap((subscription) => {
    const was = before.find(({ id }) => id === subscription.id)
    const write = was && noticeOf(was, subscription)
    return write ? [write] : []
  })
  if (written.length === 0) return []
  const { productName, appUrl, store, timeZone } = services
  const { members } = await store.findTeam(organisationId)
  const link = `${appUrl}/dashboard/subscription`
  return members
    .filter(({ isAdmin }) => isAdmin)
    .flatMap(({ email, fullName }) =>
      written.map((write) =>
        mailTo(services, email, write({ productName, fullName, link, timeZone })),
      ),
    )
}

/** @returns the text about a change; null: none. */
function noticeOf(
  was: Subscription,
  { state, plan, endedAt, ...is }: Subscription,
): ((to: Addressed) => MailContent) | null {
  const planName = plan.name
  if (was.state !== 'live') return null
  if (state === 'cancelled' && endedAt) {
    return (to) => planEndedMail({ ...to, planName, endedAt })
  }
  if (state !== 'live') return null
  const { charges, stopsAt, announcedEnd } = renewalOf(is)
  const before = renewalOf(was)
  if (announcedEnd && !before.announcedEnd) {
    const why: PlanEnding = stopsAt
      ? { kind: 'stopped', keptUntil: later(stopsAt, -stopLeadTime) }
      : { kind: charges?.state === 'authorised' ? 'never-charged' : 'halted' }
    return (to) => planEndsMail({ ...to, planName, endsAt: announcedEnd, why })
  }
  // A stopped plan has no further charge. The notice of its end reports the last attempt's failure.
  const hasFailed = charges?.state === 'pending' && before.charges?.state !== 'pending'
  const failure = charges && hasFailed && !stopsAt ? failureOf(charges) : null
  return failure && ((to) => paymentFailedMail({ ...to, planName, ...failure }))
}
