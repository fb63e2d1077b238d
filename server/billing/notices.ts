import type { ProviderPayment } from '../api/payments'
import type { Services } from '../api/services'
import { type NoticeServices, noticeFor } from '../mail/outbox'
import type { Reading } from '../store/change'
import type { MailContent, OutgoingMail } from '../store/outgoing-mail'
import type { Changes } from './decide'
import {
  type PlanEnding,
  type PlanFacts,
  paymentFailedMail,
  planEndedMail,
  planEndsMail,
  refundMail,
} from './mails'
import { renewalMail } from './plan/renewal-mail'
import {
  canBeKept,
  failureOf,
  isOfApproval,
  needsApproval,
  renewalOf,
  undoneUntil,
  unpaidPeriodOf,
} from './plan/renewals'
import type { Refund } from './refunds/tables'
import type { Subscription } from './tables'
import { methodText, priceText } from './texts'

/** The beginning of every mail: its recipient. */
type Addressed = { productName: string; fullName: string; link: string; timeZone: string }
/** @returns an admin's mail; null: they don't want it. */
type Write = (to: Addressed & { renewalReminders: boolean }) => MailContent | null

/**
 * @param now by the provider's clock.
 * @param before an organisation's former subscriptions.
 * @param changes the changed ones, and the payments that are refunded.
 * @param paid known payments of the subscription in question.
 * @returns mails to all admins, to be saved with the change, so that each goes out once.
 */
export async function noticesOfChanges(
  services: NoticeServices & Pick<Services, 'appUrl' | 'timeZone' | 'haltedPlanDays'>,
  read: Reading,
  now: Date,
  before: readonly Subscription[],
  { subscriptions, refunds }: Changes,
  { organisationId }: Pick<Subscription, 'organisationId'>,
  paid: readonly ProviderPayment[],
): Promise<OutgoingMail[]> {
  const { productName, appUrl, timeZone, haltedPlanDays } = services
  const written = [
    ...subscriptions.flatMap((subscription) => {
      const was = before.find(({ id }) => id === subscription.id)
      return (was && noticeOf(was, subscription, now, haltedPlanDays)) ?? []
    }),
    ...refunds.flatMap((refund) => {
      const of = [...subscriptions, ...before].find(({ id }) => id === refund.subscriptionId)
      const payment = paid.find(({ id }) => id === refund.paymentId)
      return of ? refundNotice(refund, of, payment?.amount ?? null) : []
    }),
  ]
  if (written.length === 0) return []
  const admins = await read.all('users', { organisationId, isAdmin: true }, 'not-held')
  const link = `${appUrl}/dashboard/subscription`
  return admins.flatMap((admin) =>
    written.flatMap((write) => {
      const { fullName, renewalReminders } = admin
      const content = write({ productName, fullName, link, timeZone, renewalReminders })
      return content ? noticeFor(services, admin, content) : []
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

/** @returns what every notice names: the plan, its price, and the payment method. */
function factsOf({ plan, currency, renewal }: Subscription): PlanFacts {
  const amount = plan.prices[currency]?.amount
  return {
    planName: plan.name,
    price: amount === undefined ? null : priceText(amount, currency),
    method: methodText(renewalOf({ renewal }).charges?.method),
  }
}

/** @returns the text about a change; null: none. */
function noticeOf(
  was: Subscription,
  is: Subscription,
  now: Date,
  haltedPlanDays: number,
): Write | null {
  const { state, endedAt } = is
  const facts = factsOf(is)
  if (was.state !== 'live') return null
  if (state === 'cancelled' && endedAt) return (to) => planEndedMail({ ...to, ...facts, endedAt })
  if (state !== 'live') return null
  const reminder = reminderOf(was, is)
  if (reminder) return reminder
  const { charges, announcedEnd } = renewalOf(is)
  const before = renewalOf(was)
  if (announcedEnd && !before.announcedEnd) {
    const why = endingOf(is, now)
    return (to) => planEndsMail({ ...to, ...facts, endsAt: announcedEnd, why })
  }
  // A stopped plan has no further charge. The notice of its end reports the last attempt's failure.
  const hasFailed = charges?.state === 'pending' && before.charges?.state !== 'pending'
  const failure = charges && hasFailed && !renewalOf(is).stopsAt ? failureOf(charges) : null
  return failure && ((to) => paymentFailedMail({ ...to, ...facts, ...failure, haltedPlanDays }))
}

function endingOf(is: Subscription, now: Date): PlanEnding {
  const { charges, stopsAt } = renewalOf(is)
  if (stopsAt)
    return { kind: 'stopped', keptUntil: canBeKept(is, now) ? undoneUntil(stopsAt) : null }
  if (charges?.state === 'authorised') return { kind: 'never-charged' }
  return {
    kind: 'halted',
    failedAt: (charges && failureOf(charges)?.at) ?? null,
    nextChargeAt: unpaidPeriodOf(is)?.until ?? null,
  }
}

/** @param amount of the payment; null: unknown. */
function refundNotice(
  { reason }: Refund,
  subscription: Subscription,
  amount: number | null,
): Write {
  const price = amount === null ? null : priceText(amount, subscription.currency)
  return (to) => refundMail({ ...to, ...factsOf(subscription), price, reason })
}
