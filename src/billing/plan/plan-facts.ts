import { mostWithoutApproval } from '../../../contract/bank-approval'
import type { SubscribedPlan } from '../../../contract/billing'
import { methodText } from '../../../contract/payment-method'
import type { Profile } from '../../../contract/profile'
import { moneyText } from '../../lib/format'
import { settings } from '../../settings'
import { daysUntil, formatDay, formatDays, formatMoment } from '../days'
import { everyInterval, ownPriceOf, ownPriceText } from '../pricing/price'
import { isBoughtAgain, stopOf } from '../subscribed-plan'

export interface PlanFact {
  name: string
  value: string
  /** A third line. */
  note?: string | undefined
  /** The colour of a problem, and the line that has it. */
  tone?: { value?: 'warn' | 'bad'; note?: 'bad' }
}

type Organisation = Profile['organization']

/**
 * @param organization the organisation: its deletion may end the plan before its period.
 * @returns the facts about the next charge and its payment method, as far as they are known (D81, D109).
 */
export function planFacts(plan: SubscribedPlan, organization: Organisation): PlanFact[] {
  const { payment_state, renews_at, failed_at, next_try_at, tried_until, paid_until } = plan
  const { amount, currency } = ownPriceOf(plan)
  // Both currencies have 100 minor units.
  const price = moneyText(Math.round(amount * 100), currency)
  const short = (day: string, withYear = false) => formatDay(day, withYear, 'short')
  switch (payment_state) {
    case undefined:
      return []
    case 'pending':
      return [
        {
          name: 'Payment',
          value: failed_at ? `Due since ${short(failed_at)}` : 'Overdue',
          note: `${price} overdue`,
          tone: { value: 'warn' },
        },
        {
          name: 'Next try',
          value: next_try_at ? short(next_try_at, true) : 'Soon',
          note: tried_until && `Daily until ${short(tried_until)}`,
        },
        methodFact(plan),
      ]
    case 'halted':
      return [
        {
          name: 'Payment',
          value: failed_at ? `Failed on ${short(failed_at)}` : 'Failed',
          note: 'We won’t try again',
          tone: { value: 'bad' },
        },
        { name: 'Amount', value: price, note: unpaidText(plan, 'Not charged for') },
        { ...methodFact(plan), note: 'Declined', tone: { note: 'bad' } },
      ]
    case 'paused':
      return [
        {
          name: 'Payment',
          value: 'Paused',
          note: paid_until && `Paid until ${short(paid_until, true)}`,
        },
        { name: 'Amount', value: price, note: 'Not charged while paused' },
        methodFact(plan),
      ]
    case 'authorised':
      return [
        { name: 'Payment', value: 'Not here yet', note: 'The first one' },
        { name: 'Amount', value: price, note: sentence(everyInterval(plan.interval)) },
        methodFact(plan),
      ]
    default: {
      const end = stopOf(plan, organization)
      if (end) {
        return [
          { name: 'Next charge', value: 'None', note: 'Nothing more will be charged' },
          { name: 'Ends on', value: short(end, true), note: inDays(end, 'left') },
          { ...methodFact(plan), note: 'Not charged again' },
        ]
      }
      return [
        ...(renews_at
          ? [{ name: 'Next charge', value: short(renews_at, true), note: inDays(renews_at, 'on') }]
          : []),
        { name: 'Amount', value: price, note: sentence(everyInterval(plan.interval)) },
        methodFact(plan),
      ]
    }
  }
}

/**
 * @param renewsWhenKept whether the plan renews if the organisation isn't deleted; undefined: unknown.
 * @returns what follows for the plan, in sentences. Empty: unknown.
 */
export function planOutlook(
  plan: SubscribedPlan,
  organization: Organisation,
  renewsWhenKept: boolean | undefined,
  tax: string,
): string {
  const { payment_state, renews_at, ends_at, can_be_kept_until: until } = plan
  const price = ownPriceText(plan, tax)
  switch (payment_state) {
    case 'pending':
      return `A new card is charged ${price} right away.`
    case 'halted':
      return ends_at
        ? `Ends on ${formatDay(ends_at, false, 'short')} unless you ${isBoughtAgain(plan) ? 'subscribe again' : 'change the payment method'}.`
        : ''
    case 'paused':
      return `Nothing is charged until ${settings.productName} resumes it at the payment provider. You can change the payment method then.`
    case 'authorised':
      return 'The payment method can be changed once the payment has arrived.'
  }
  if (ends_at) {
    const end = formatDay(ends_at, true, 'short')
    if (organization.deletion) {
      if (renewsWhenKept === undefined || organization.deletion.state !== 'waiting') return ''
      const then = renewsWhenKept ? `renews on ${end} for ${price}` : `still ends, on ${end}`
      return `If you keep ${organization.name}, the plan ${then}.`
    }
    return until
      ? `Changed your mind? Keep the plan before ${formatMoment(until, 'medium')}. ${price} is then charged on ${end}.`
      : 'It can no longer be kept. You can choose it again from that day on.'
  }
  if (!renews_at) return unpaidSentence(plan)
  const { amount, currency } = ownPriceOf(plan)
  const byBank =
    amount > mostWithoutApproval
      ? 'Your bank asks you to approve each payment.'
      : 'Your bank tells you about 36 hours before it charges you.'
  return [
    `Renews by itself ${everyInterval(plan.interval)}.`,
    unpaidSentence(plan),
    currency === 'INR' ? byBank : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function methodFact(plan: SubscribedPlan): PlanFact {
  return {
    name: plan.payment_method?.last_digits ? 'Card' : 'Payment method',
    value: methodText(plan, '••••') || 'Unknown',
  }
}

/** @returns the unpaid period that won't be charged any more (D111), after some words; undefined: there is none. */
function unpaidText(
  { unpaid_from, unpaid_until }: SubscribedPlan,
  words: string,
): string | undefined {
  return unpaid_from && `${words} ${formatDays(unpaid_from, unpaid_until, 'short')}`
}

function unpaidSentence(plan: SubscribedPlan): string {
  const text = unpaidText(plan, 'You won’t be charged for')
  return text ? `${text}.` : ''
}

const sentence = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

/** @returns how far a day is: 'In 30 days' or '30 days left'; undefined if it is over. */
function inDays(day: string, words: 'on' | 'left'): string | undefined {
  const days = daysUntil(day)
  if (days < 0) return undefined
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  return words === 'on' ? `In ${days} days` : `${days} days left`
}
