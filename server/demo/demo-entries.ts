import { paymentTaken, planFacts } from '../billing/entries'
import type { Subscription } from '../billing/tables'
import { day, later } from '../lib/time'
import { byProvider, byUser } from '../people/author'
import type { Organisation } from '../people/tables'
import { type Entry, entryOf } from '../store/entry'
import type { Member } from '../team/team'
import { demoNetwork } from './demo'

/** The age limit of entries. */
const kept = 390 * day

const browsers = ['Firefox on Windows', 'Chrome on macOS', 'Safari on iOS', 'Edge on Windows']
const guests = ['ana', 'bilal', 'chloe', 'dmitri', 'esra', 'femi', 'greta', 'hana', 'ivan', 'jing']

/**
 * @param plans Acme's plans, the oldest first.
 * @returns about a hundred entries: the history of each plan, and its people's actions.
 */
export function demoEntries(
  organisation: Organisation,
  members: readonly Member[],
  plans: readonly Subscription[],
  now: Date,
): Entry[] {
  const entries = [
    ...plans.flatMap((plan, index) => entriesOfPlan(plan, plans[index - 1], members, now)),
    ...entriesOfPeople(organisation, members, now),
  ]
  return entries
    .filter(({ at }) => at > later(now, -kept) && at <= now)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Its start, its monthly payments, and its end. */
function entriesOfPlan(
  subscription: Subscription,
  before: Subscription | undefined,
  [admin]: readonly Member[],
  now: Date,
): Entry[] {
  const { id, organisationId, plan, state, startedAt, endedAt } = subscription
  if (!startedAt || !admin) return []
  const by = byUser(admin, demoNetwork)
  const about = { subscriptionId: id, details: planFacts(subscription) }
  const replaces = before?.state === 'upgraded' ? before : null
  const began = replaces
    ? entryOf(startedAt, organisationId, by, 'plan-changed', {
        ...about,
        details: { from: replaces.plan.name, to: plan.name },
      })
    : entryOf(startedAt, organisationId, by, 'subscribed', about)
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
      ? [entryOf(endedAt, organisationId, by, 'plan-cancelled', about)]
      : []
  return [began, ...payments, ...ended]
}

/** Every few days one of them does something, from their first day on. */
function entriesOfPeople(
  { id: organisationId }: Organisation,
  members: readonly Member[],
  now: Date,
): Entry[] {
  const admins = members.filter(({ isAdmin }) => isAdmin)
  const entries: Entry[] = []
  for (let step = 0; step < 90; step += 1) {
    const at = later(now, -Math.round((step + 0.4) * 4.3 * day))
    const there = (people: readonly Member[]) => people.filter(({ createdAt }) => createdAt < at)
    const admin = there(admins)[step % Math.max(1, there(admins).length)]
    const person = there(members)[step % Math.max(1, there(members).length)]
    if (!admin || !person) break
    const entry = (who: Member, action: Entry['action'], facts: Parameters<typeof entryOf>[4]) =>
      entries.push(entryOf(at, organisationId, byUser(who, demoNetwork), action, facts))
    const guest = `${guests[step % guests.length]}@acme.test`
    if (step % 10 === 3) entry(admin, 'invited', { subject: guest })
    else if (step % 10 === 6) entry(admin, 'invitation-revoked', { subject: guest })
    else if (step % 10 === 8) entry(person, 'password-changed', {})
    else if (step % 10 === 1) {
      entry(person, 'profile-changed', { details: { fields: ['contact-number'] } })
    } else {
      entry(person, 'signed-in', { details: { browser: browsers[step % browsers.length] } })
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
