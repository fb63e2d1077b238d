import type { SubscribedPlan } from '../../contract/billing'
import { planNamed, profileWith } from './billing-examples'

/** Plans by how they go on. */

const day = 24 * 60 * 60 * 1_000
/** @returns the end of a day, in UTC: it is so many days from now at any hour, and so many whole ones. */
const inDays = (days: number) =>
  new Date(new Date(Date.now() + days * day).setUTCHours(23, 59, 59, 999)).toISOString()
export const dayOf = (instant: string, withYear = false, month: 'long' | 'short' = 'long') =>
  new Date(instant).toLocaleDateString(undefined, {
    day: 'numeric',
    month,
    ...(withYear && { year: 'numeric' }),
  })

export const momentOf = (instant: string, dateStyle: 'long' | 'medium' = 'long') =>
  new Date(instant).toLocaleString(undefined, { dateStyle, timeStyle: 'short' })

export const renews = inDays(23)
export const undoUntil = inDays(21)
export const paid: Partial<SubscribedPlan> = {
  subscription_id: 'sub_1',
  period_start: inDays(-7),
  renews_at: renews,
  undo_until: undoUntil,
  paid_until: renews,
  payment_state: 'paid',
  payment_method: { kind: 'card', network: 'Visa', last_digits: '4242' },
}
export const stopped: Partial<SubscribedPlan> = {
  ...paid,
  renews_at: undefined,
  undo_until: undefined,
  ends_at: renews,
  can_be_kept_until: undoUntil,
}
const year = new Date().getFullYear()
const unpaid: Partial<SubscribedPlan> = {
  ...paid,
  renews_at: undefined,
  undo_until: undefined,
  paid_until: undefined,
}
export const pending: Partial<SubscribedPlan> = {
  ...unpaid,
  payment_state: 'pending',
  failed_at: `${year}-01-14T12:00:00.000Z`,
  next_try_at: `${year}-01-15T12:00:00.000Z`,
  tried_until: `${year}-01-17T12:00:00.000Z`,
}
export const halted: Partial<SubscribedPlan> = {
  ...unpaid,
  payment_state: 'halted',
  failed_at: pending.failed_at,
  ends_at: `${year}-12-01T12:00:00.000Z`,
  unpaid_from: `${year}-01-14T12:00:00.000Z`,
  unpaid_until: `${year}-02-14T12:00:00.000Z`,
}
/** It went on after its charges had been given up. */
export const resumed: Partial<SubscribedPlan> = {
  ...paid,
  paid_until: undefined,
  unpaid_from: halted.unpaid_from,
  unpaid_until: halted.unpaid_until,
}
export const paused: Partial<SubscribedPlan> = {
  ...unpaid,
  paid_until: renews,
  payment_state: 'paused',
}
export const authorised: Partial<SubscribedPlan> = { ...unpaid, payment_state: 'authorised' }

/** The profile of an admin with a plan that goes on so. */
export function profileOf(details: Partial<SubscribedPlan>) {
  const profile = profileWith(planNamed('Growth'))
  const plan = profile.organization.subscription_plan
  if (plan) Object.assign(plan, JSON.parse(JSON.stringify(details)))
  return profile
}
