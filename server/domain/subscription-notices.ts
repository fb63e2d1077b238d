import {
  type PlanEnding,
  paymentFailedMail,
  planEndedMail,
  planEndsMail,
} from '../mail/billing-contents'
import { renewalMail } from '../mail/renewal-mail'
import type { Services } from '../services'
import type { Mail, MailContent, Subscription } from '../store/entities'
import { later } from '../time'
import { mailTo } from './outbox'
import { failureOf, isOfApproval, needsApproval, renewalOf, stopLeadTime } from './renewals'

/** The beginning of every mail: its recipient. */
type Addressed = { productName: string; fullName: string; link: string; timeZone: string }
/** @returns an admin's mail; null: they don't want it. */
type Write = (to: Addressed & { renewalReminders: boolean }) => MailContent | null

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
    .flatMap(({ email, fullName, renewalReminders }) =>
      written.flatMap((write) => {
        const content = write({ productName, fullName, link, timeZone, renewalReminders })
        return content ? mailTo(services, email, content) : []
      }),
    )
}

/** @returns the mail about a coming renewal, if it is due with this change (D113); null: none. */
function reminderOf(was: Subscription, is: Subscription): Write | null {
  const { reminded, charges } = renewalOf(is)
  const before = renewalOf(was).reminded
  const isTold =
    before?.daysAhead === reminded?.daysAhead &&
    before?.renewsAt.getTime() === reminded?.renewsAt.getTime()
  if (!reminded || isTold) return null
  const { plan, currency } = is
  const isSwitchable = !isOfApproval(is)
  return ({ renewalReminders, ...to }) =>
    isSwitchable && !renewalReminders
      ? null
      : renewalMail({
          ...to,
          planName: plan.name,
          interval: plan.interval,
          amount: plan.prices[currency]?.amount ?? plan.prices.USD.amount,
          currency,
          method: charges?.method ?? null,
          renewsAt: reminded.renewsAt,
          needsApproval: needsApproval(is),
          isSwitchable,
        })
}

/** @returns the text about a change; null: none. */
function noticeOf(was: Subscription, is: Subscription): Write | null {
  const { state, plan, endedAt } = is
  const planName = plan.name
  if (was.state !== 'live') return null
  if (state === 'cancelled' && endedAt) {
    return (to) => planEndedMail({ ...to, planName, endedAt })
  }
  if (state !== 'live') return null
  const reminder = reminderOf(was, is)
  if (reminder) return reminder
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
