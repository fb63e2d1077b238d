import type { Charges, Renewal, Subscription } from '../store/entities'
import { day, later } from '../time'

/*
 * How a plan goes on (D81): pure functions on what the provider says of its charges, and on what was decided on them.
 * docs/billing.md has every state and what leads from one to another.
 */

/** How long before a stopped plan's end the provider is told: until then it can be kept. In ms. */
export const tellAhead = 2 * day
/** How long before it a stopped plan's end is announced, in ms. */
const announceAhead = 7 * day
/** How long an authorised plan's first charge may take, in ms: customers have up to three days to approve it. */
export const usualCharge = 3 * day
/** The least time between announcing that an uncharged plan ends and its end, in ms. */
const shortestNotice = 3 * day
/** How long a failed charge of a card is tried again, in ms: daily, from T+1 to T+3. */
const retries = 3 * day

type Renewed = Pick<Subscription, 'renewal'>

const noRenewal: Renewal = {
  charges: null,
  unchargedSince: null,
  stopsAt: null,
  provider: 'unaware',
  announcedEnd: null,
}

/** @returns how a subscription goes on; that of one of before is empty. */
export function renewalOf({ renewal }: Renewed): Renewal {
  return renewal ?? noRenewal
}

/** Whether nothing can be charged unless somebody does something. */
function isUncharged({ state }: Charges): boolean {
  return state === 'halted' || state === 'authorised'
}

/**
 * Takes over what the provider says of a subscription's charges, unless something newer is known.
 * @param wasAskedFor somebody may have changed the payment method just now: a card's digits that aren't told again are
 *   forgotten.
 */
export function withCharges<Kept extends Subscription>(
  subscription: Kept,
  charges: Charges | null,
  wasAskedFor = false,
): Kept {
  const before = renewalOf(subscription)
  if (!charges || (before.charges && before.charges.asOf > charges.asOf)) return subscription
  const isSameKind = before.charges?.method?.kind === charges.method?.kind
  const isTold = charges.method !== null && charges.method.network !== null
  const keepsMethod = !charges.method || (isSameKind && !isTold && !wasAskedFor)
  const method = keepsMethod ? (before.charges?.method ?? charges.method) : charges.method
  const goesOn = isUncharged(charges)
  const isSame = goesOn && before.charges?.state === charges.state
  const renewal: Renewal = {
    ...before,
    charges: { ...charges, method },
    unchargedSince: goesOn ? (isSame && before.unchargedSince) || charges.asOf : null,
    // What was announced of an uncharged plan is over when that is.
    announcedEnd: isSame || before.stopsAt ? before.announcedEnd : null,
  }
  return { ...subscription, renewal }
}

/** Whether two are the same, but for when that was last told. */
export function isSameRenewal(one: Renewal | null, other: Renewal | null): boolean {
  const text = (renewal: Renewal | null) =>
    JSON.stringify(renewal, (key, value: unknown) => (key === 'asOf' ? undefined : value))
  return text(one) === text(other)
}

/** @returns when a plan's renewal can be stopped: the end of its period; null: it can't be. */
export function stoppableAt(subscription: Renewed, now: Date): Date | null {
  const { charges, stopsAt } = renewalOf(subscription)
  const { state, periodEnd } = charges ?? {}
  return !stopsAt && state === 'paid' && periodEnd && periodEnd > now ? periodEnd : null
}

/** Whether a stopped plan can still be kept. */
export function canBeKept(subscription: Renewed, now: Date): boolean {
  const { stopsAt, provider } = renewalOf(subscription)
  return stopsAt !== null && provider === 'unaware' && now < later(stopsAt, -tellAhead)
}

/** @returns when an uncharged plan ends; null: it is charged, or was stopped and ends by that. */
export function unchargedEnd(subscription: Renewed, haltedPlanDays: number): Date | null {
  const { unchargedSince, announcedEnd, stopsAt } = renewalOf(subscription)
  if (!unchargedSince || stopsAt) return null
  return announcedEnd ?? later(unchargedSince, haltedPlanDays * day)
}

/**
 * What time does to a plan. `announce`: admins are told of its end. `tell`: the provider is told that it isn't renewed.
 * `end`: it has been stopped and its period is over. `give-up`: nothing could be charged for too long.
 */
export type Step = { kind: 'announce' | 'tell' | 'end' | 'give-up'; at: Date }

/**
 * @param now by the provider's clock.
 * @returns the next step of a live plan, and when it is due, by the same clock; null: there is none.
 */
export function nextStepOf(subscription: Renewed, haltedPlanDays: number, now: Date): Step | null {
  const { charges, stopsAt, provider, announcedEnd, unchargedSince } = renewalOf(subscription)
  if (stopsAt) {
    // The end waits for nothing: a provider that can't be told before is told afterwards.
    if (stopsAt <= now) return { kind: 'end', at: stopsAt }
    if (!announcedEnd) return { kind: 'announce', at: later(stopsAt, -announceAhead) }
    if (provider !== 'told') return { kind: 'tell', at: later(stopsAt, -tellAhead) }
    return { kind: 'end', at: stopsAt }
  }
  if (!unchargedSince) return null
  if (announcedEnd) return { kind: 'give-up', at: announcedEnd }
  const patience = charges?.state === 'authorised' ? usualCharge : 0
  const end = later(unchargedSince, haltedPlanDays * day)
  const latest = later(end, -shortestNotice)
  const at = later(unchargedSince, patience)
  return { kind: 'announce', at: at < latest ? at : latest }
}

/** @returns the end to announce now: never sooner than people can do something about it. */
export function endToAnnounce(
  subscription: Renewed,
  now: Date,
  haltedPlanDays: number,
): Date | null {
  const { stopsAt } = renewalOf(subscription)
  const end = stopsAt ?? unchargedEnd(subscription, haltedPlanDays)
  if (!end || stopsAt) return end
  const soonest = later(now, shortestNotice)
  return end > soonest ? end : soonest
}

/** @returns when the charge was due that has failed, and until when it is tried again; null: none has. */
export function failureOf(charges: Charges): { at: Date; triedUntil: Date | null } | null {
  const { state, periodStart, periodEnd, asOf, method } = charges
  if (state !== 'pending' && state !== 'halted') return null
  // The provider begins the next period with its first charge, or with the first that works.
  const at = (periodEnd && periodEnd <= asOf ? periodEnd : periodStart) ?? asOf
  const triedUntil = state === 'pending' && method?.kind === 'card' ? later(at, retries) : null
  return { at, triedUntil }
}
