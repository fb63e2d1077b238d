import { paymentTaken, planFacts } from '../billing/entries'
import type { Subscription } from '../billing/tables'
import { day, later } from '../lib/time'
import { byProvider, byUser } from '../people/author'
import type { Organisation } from '../people/tables'
import { type Entry, entryOf } from '../store/entry'
import type { Member } from '../team/team'
import { demoNetwork } from './demo'

/** The maximum age of entries, in ms. */
const maxAge = 390 * day

const browsers = ['Firefox on Windows', 'Chrome on macOS', 'Safari on iOS', 'Edge on Windows']
const guests = ['ana', 'bilal', 'chloe', 'dmitri', 'esra', 'femi', 'greta', 'hana', 'ivan', 'jing']

/**
 * @param plans Acme's plans, the oldest first.
 * @returns about a hundred entries: the history of each plan, and the actions of the members.
 */
export function demoEntries(
  organisation: Organisation,
  members: readonly Member[],
  plans: readonly Subscription[],
  now: Date,
): Entry[] {
  const entries = [
    ...plans.flatMap((plan, index) => entriesOfPlan(plan, plans[index - 1], members, now)),
    ...entriesOfMembers(organisation, members, now),
  ]
  return entries
    .filter(({ at }) => at > later(now, -maxAge) && at <= now)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** @returns the entries of a plan: its start, its monthly payments, and its end. */
function entriesOfPlan(
  subscription: Subscription,
  before: Subscription | undefined,
  [admin]: readonly Member[],
  now: Date,
): Entry[] {
  const { id, organisationId, plan, state, startedAt, endedAt } = subscription
  if (!startedAt || !admin) return []
  const author = byUser(admin, demoNetwork)
  const about = { subscriptionId: id, details: planFacts(subscription) }
  const replaces = before?.state === 'upgraded' ? before : null
  const began = replaces
    ? entryOf(startedAt, organisationId, author, 'plan-changed', {
        ...about,
        details: { from: replaces.plan.name, to: plan.name },
      })
    : entryOf(startedAt, organisationId, author, 'subscribed', about)
  const payments: Entry[] = []
  for (let month = 0; ; month += 1) {
    const at = new Date(startedAt)
    at.setUTCMonth(at.getUTCMonth() + month)
    if (at >= (endedAt ?? now)) break
    const paymentId = `${id.replace('sub', 'pay')}${month === 0 ? '' : `_${month}`}`
    payments.push(paymentTaken(later(at, 1), byProvider('webhook'), subscription, paymentId))
  }
  const ended =
    state === 'cancelled' && endedAt
      ? [entryOf(endedAt, organisationId, author, 'plan-cancelled', about)]
      : []
  return [began, ...payments, ...ended]
}

/** @returns entries of the members' actions: one every few days, after they joined. */
function entriesOfMembers(
  { id: organisationId }: Organisation,
  members: readonly Member[],
  now: Date,
): Entry[] {
  const admins = members.filter(({ isAdmin }) => isAdmin)
  const entries: Entry[] = []
  for (let step = 0; step < 90; step += 1) {
    const at = later(now, -Math.round((step + 0.4) * 4.3 * day))
    const present = (some: readonly Member[]) => some.filter(({ createdAt }) => createdAt < at)
    const admin = present(admins)[step % Math.max(1, present(admins).length)]
    const member = present(members)[step % Math.max(1, present(members).length)]
    if (!admin || !member) break
    const entry = (actor: Member, action: Entry['action'], facts: Parameters<typeof entryOf>[4]) =>
      entries.push(entryOf(at, organisationId, byUser(actor, demoNetwork), action, facts))
    const guest = `${guests[step % guests.length]}@acme.test`
    if (step % 10 === 3) entry(admin, 'invited', { subject: guest })
    else if (step % 10 === 6) entry(admin, 'invitation-revoked', { subject: guest })
    else if (step % 10 === 8) entry(member, 'password-changed', {})
    else if (step % 10 === 1) {
      entry(member, 'profile-changed', { details: { fields: ['contact-number'] } })
    } else {
      entry(member, 'signed-in', { details: { browser: browsers[step % browsers.length] } })
    }
  }
  for (const { id, fullName, createdAt, isAdmin } of members) {
    const [founder] = admins
    if (!isAdmin || !founder || founder.id === id) continue
    const at = later(createdAt, 3 * day)
    const facts = { subject: fullName, subjectId: id }
    entries.push(entryOf(at, organisationId, byUser(founder, demoNetwork), 'made-admin', facts))
  }
  return entries
}
