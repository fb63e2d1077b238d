import type { ProviderPayment } from '../api/payments'
import type { Services } from '../api/services'
import { type NoticeServices, noticeFor } from '../mail/outbox'
import type { Reading } from '../store/change'
import type { MailContent, OutgoingMail } from '../store/outgoing-mail'
import type { Billing, Changes } from './decide'
import {
  type PlanEnding,
  type PlanFacts,
  paymentFailedMail,
  planEndedMail,
  planEndsMail,
  planGoesOnMail,
  planReplacedMail,
  type Recipient,
  refundMail,
} from './mails'
import { renewalMail } from './plan/renewal-mail'
import {
  canBeKept,
  failureOf,
  isOfApproval,
  isYearUnpaid,
  needsApproval,
  renewalOf,
  undoneUntil,
  unpaidPeriodOf,
} from './plan/renewals'
import type { Refund } from './refunds/tables'
import type { Subscription } from './tables'
import { methodText, priceText } from './texts'

/** Writes a mail to an admin; null: the admin has switched it off. */
type Writer = (recipient: Recipient & { renewalReminders: boolean }) => MailContent | null

/**
 * Writes the mails to all admins about changes. They are saved with the changes, so that each is sent once.
 * @param now by the provider's clock.
 * @param billing the organisation's subscriptions before the changes, and its scheduled deletion.
 * @param paid known payments, for the amounts of refunds.
 */
export async function noticesOfChanges(
  services: NoticeServices & Pick<Services, 'appUrl' | 'timeZone' | 'haltedPlanDays'>,
  read: Reading,
  now: Date,
  { subscriptions: before, deletion }: Pick<Billing, 'subscriptions' | 'deletion'>,
  { subscriptions, refunds }: Changes,
  paid: readonly ProviderPayment[],
  { organisationId }: Pick<Subscription, 'organisationId'>,
): Promise<OutgoingMail[]> {
  const { productName, appUrl, timeZone, haltedPlanDays } = services
  const deletedAt = deletion?.dueAt ?? null
  const writers = [
    ...subscriptions.flatMap((subscription) => {
      const was = before.find(({ id }) => id === subscription.id)
      if (!was) return []
      const replaced = replacedNotice(was, subscription, [...subscriptions, ...before])
      return replaced ?? noticeOf(was, subscription, now, haltedPlanDays, deletedAt) ?? []
    }),
    ...refunds.flatMap((refund) => {
      const paidFor = [...subscriptions, ...before].find(({ id }) => id === refund.subscriptionId)
      const payment = paid.find(({ id }) => id === refund.paymentId)
      return paidFor ? refundNotice(refund, paidFor, payment?.amount ?? null) : []
    }),
  ]
  if (writers.length === 0) return []
  const admins = await read.all('users', { organisationId, isAdmin: true }, 'not-held')
  const link = `${appUrl}/dashboard/subscription`
  return admins.flatMap((admin) =>
    writers.flatMap((write) => {
      const { fullName, renewalReminders } = admin
      const content = write({ productName, fullName, link, timeZone, renewalReminders })
      return content ? noticeFor(services, admin, content) : []
    }),
  )
}

/** @returns the reminder of a renewal, if this change records one (D109); null: it doesn't. */
function reminderOf(was: Subscription, is: Subscription): Writer | null {
  const { reminded, charges } = renewalOf(is)
  const before = renewalOf(was).reminded
  const isRepeated =
    before?.daysAhead === reminded?.daysAhead &&
    before?.renewsAt.getTime() === reminded?.renewsAt.getTime()
  if (!reminded || isRepeated) return null
  const { plan, currency } = is
  const isSwitchable = !isOfApproval(is)
  return ({ renewalReminders, ...recipient }) =>
    isSwitchable && !renewalReminders
      ? null
      : renewalMail({
          ...recipient,
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

/** @returns the plan, its price and its payment method, for all notices. */
function factsOf({ plan, currency, renewal }: Subscription): PlanFacts {
  const amount = plan.prices[currency]?.amount
  return {
    planName: plan.name,
    price: amount === undefined ? null : priceText(amount, currency),
    method: methodText(renewalOf({ renewal }).charges?.method),
  }
}

/**
 * Returns the notice about a plan that ended because another one was bought; null: none. It may have been reported only after
 * the other one.
 */
function replacedNotice(
  was: Subscription,
  is: Subscription,
  all: readonly Subscription[],
): Writer | null {
  const { endedAt } = is
  if (is.state !== 'upgraded' || was.state === 'upgraded' || !endedAt) return null
  const other = all.find(
    ({ id, startedAt }) => id !== is.id && startedAt?.getTime() === endedAt.getTime(),
  )
  if (!other) return null
  const nameOf = ({ plan: { name, interval } }: Subscription) => `${name} (${interval})`
  const [oldPlan, newPlan] = [nameOf(is), nameOf(other)]
  const { charges, unpaidFrom } = renewalOf(is)
  const isPaid = !charges || charges.state === 'paid' || charges.state === 'paused'
  const facts = { ...factsOf(is), endedAt, oldPlan, newPlan, hasPaidTime: isPaid && !unpaidFrom }
  return (recipient) => planReplacedMail({ ...recipient, ...facts })
}

/** @returns the notice about a changed subscription; null: none. */
function noticeOf(
  was: Subscription,
  is: Subscription,
  now: Date,
  haltedPlanDays: number,
  deletedAt: Date | null,
): Writer | null {
  const { state, endedAt } = is
  const facts = factsOf(is)
  if (was.state !== 'live') return null
  if (state === 'cancelled' && endedAt)
    return (recipient) => planEndedMail({ ...recipient, ...facts, endedAt, deletedAt })
  if (state !== 'live') return null
  const reminder = reminderOf(was, is)
  if (reminder) return reminder
  const { charges, announcedEnd } = renewalOf(is)
  const before = renewalOf(was)
  if (announcedEnd && !before.announcedEnd) {
    const why = endingOf(is, now, deletedAt)
    const endsAt = deletedAt && deletedAt < announcedEnd ? deletedAt : announcedEnd
    return (recipient) => planEndsMail({ ...recipient, ...facts, endsAt, why })
  }
  // A stopped plan has no further charge. The notice of its end reports the last attempt's failure.
  const hasFailed = charges?.state === 'pending' && before.charges?.state !== 'pending'
  const failure = charges && hasFailed && !renewalOf(is).stopsAt ? failureOf(charges) : null
  const isYearly = is.plan.interval === 'yearly'
  if (failure) {
    const mail = { ...facts, ...failure, haltedPlanDays, isYearly }
    return (recipient) => paymentFailedMail({ ...recipient, ...mail })
  }
  return recoveryNotice(was, is, facts)
}

/** @returns the notice about a plan that can be charged again after a failure or a pause; null: it isn't about that. */
function recoveryNotice(was: Subscription, is: Subscription, facts: PlanFacts): Writer | null {
  const { charges, stopsAt } = renewalOf(is)
  const before = renewalOf(was).charges?.state ?? 'paid'
  const isRecovered = charges?.state === 'paid' && before !== 'paid' && before !== 'authorised'
  if (!isRecovered || stopsAt || isYearUnpaid(is)) return null
  const mail = {
    ...facts,
    isPaid: before === 'pending',
    unpaid: unpaidPeriodOf(is),
    nextChargeAt: charges.nextChargeAt,
  }
  return (recipient) => planGoesOnMail({ ...recipient, ...mail })
}

function endingOf(is: Subscription, now: Date, deletedAt: Date | null): PlanEnding {
  const { charges, stopsAt } = renewalOf(is)
  if (stopsAt)
    return {
      kind: 'stopped',
      keptUntil: canBeKept(is, now) ? undoneUntil(stopsAt) : null,
      deletedAt,
    }
  if (charges?.state === 'authorised') return { kind: 'never-charged' }
  return {
    kind: 'halted',
    failedAt: (charges && failureOf(charges)?.at) ?? null,
    nextChargeAt: unpaidPeriodOf(is)?.until ?? null,
    isYearly: is.plan.interval === 'yearly',
  }
}

/** @param amount the payment's amount in the currency's smallest unit; null: unknown. */
function refundNotice(
  { reason }: Refund,
  subscription: Subscription,
  amount: number | null,
): Writer {
  const price = amount === null ? null : priceText(amount, subscription.currency)
  return (recipient) => refundMail({ ...recipient, ...factsOf(subscription), price, reason })
}
