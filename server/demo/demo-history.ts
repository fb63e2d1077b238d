import type { Services } from '../api/services'
import { boughtBy, withCharges } from '../billing/plan/renewals'
import { wakingReceipts } from '../billing/postpone'
import type { Subscription } from '../billing/tables'
import { day, later } from '../lib/time'
import { stateOf } from '../payments/sandbox/sandbox'
import type { SandboxSubscription } from '../payments/sandbox/tables'
import { byUser } from '../people/author'
import { emailKey } from '../people/email'
import { findMembership, type Membership } from '../people/person'
import { bundledPlans } from '../plans/plans'
import { add } from '../store/change'
import { entryOf, toEntries } from '../store/entry'
import { prepareInvitation, savedInvitations } from '../team/invitation'
import { membersOf } from '../team/team'
import { demoAdmin, demoNetwork, monthsBefore } from './demo'
import { demoEntries } from './demo-entries'

/** Acme's invitations, and the states of their mails. */
const invitations = [
  { email: 'noor@acme.test', state: 'sent' },
  { email: 'tomas@acme.test', state: 'opened' },
  { email: 'ines@acme.test', state: 'failed' },
] as const

/** Acme's past plans, in months before now: the oldest first, the last one current. */
const history = [
  { plan: 'Starter', from: 24, to: 21, end: 'cancelled' },
  { plan: 'Starter', from: 19, to: 17, end: 'upgraded' },
  { plan: 'Growth', from: 17, to: 14, end: 'upgraded' },
  { plan: 'Scale', from: 14, to: 12, end: 'cancelled' },
  { plan: 'Starter', from: 11, to: 9, end: 'upgraded' },
  { plan: 'Growth', from: 9, to: 6, end: 'cancelled' },
  { plan: 'Starter', from: 5, to: 3, end: 'upgraded' },
  { plan: 'Growth', from: 3, to: null, end: 'live' },
] as const

type DemoServices = Pick<Services, 'store' | 'clock' | 'appUrl' | 'productName' | 'mail'>

/**
 * Gives the new demo organisation Acme two years of plans, the last of which is current, invitations in several states, and
 * the audit log of all that. The sandbox has the plans too, so that the current one can be cancelled and upgraded.
 */
export async function seedDemoHistory(services: DemoServices): Promise<void> {
  const { store, clock } = services
  const acme = await findMembership(store, emailKey(demoAdmin.email))
  if (!acme) return
  const now = clock()
  const plans = history.map((period, index) => subscriptionOf(acme, period, index, now))
  for (const plan of plans) await saveSubscription(store, acme, plan, now)
  const members = await membersOf(store, acme.organisation.id)
  await store.addEntries(toEntries(demoEntries(acme.organisation, members, plans, now)))
  await invite(services, acme)
}

function subscriptionOf(
  { user, organisation }: Membership,
  { plan: name, from, to, end }: (typeof history)[number],
  index: number,
  now: Date,
): Subscription {
  const plan = bundledPlans.find((one) => one.name === name && one.interval === 'monthly')
  if (!plan) throw new Error(`There is no plan ${name}`)
  const startedAt = monthsBefore(now, from)
  const endedAt = to === null ? null : monthsBefore(now, to)
  return {
    id: `sub_AcmeDemo${String(index + 1).padStart(6, '0')}`,
    organisationId: organisation.id,
    plan,
    currency: 'USD',
    state: end,
    createdAt: startedAt,
    wasPaid: true,
    startedAt,
    endedAt,
    nextCheckAt: endedAt ? null : later(now, day),
    checkFailures: 0,
    renewal: boughtBy(byUser(user, demoNetwork), startedAt),
    nextStepAt: null,
  }
}

/** Saves a subscription, and its sandbox subscription in the same change, which housekeeping would remove if it stood alone. */
async function saveSubscription(
  store: Services['store'],
  { user, organisation }: Membership,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const { id, plan, createdAt, endedAt } = subscription
  const author = byUser(user, demoNetwork)
  const entry = entryOf(createdAt, organisation.id, author, 'checkout-opened', {
    audience: 'operator',
    subscriptionId: id,
  })
  const atProvider: SandboxSubscription = {
    id,
    planId: plan.prices.USD.razorpayPlanId,
    interval: plan.interval,
    amount: plan.prices.USD.amount,
    currency: 'USD',
    createdAt,
    expiresAt: createdAt,
    paymentId: id.replace('sub', 'pay'),
    paidAt: createdAt,
    refundedAt: null,
    endedAt,
    acts: [],
  }
  const { charges } = stateOf(atProvider, now)
  await store.change('open-checkout', null, null, async () => ({
    answer: null,
    writes: [
      add('subscriptions', withCharges(subscription, charges)),
      add('sandboxSubscriptions', atProvider),
      ...wakingReceipts([id], now),
    ],
    entries: [entry],
  }))
}

/** Adds a few invitations, as if an admin had just sent them. */
async function invite(services: DemoServices, { user, organisation }: Membership): Promise<void> {
  const { store, clock } = services
  const at = clock()
  const prepared = invitations.map(({ email, state }) => {
    const { invitation, mail } = prepareInvitation(services, { user, organisation }, email)
    const opened = state === 'opened' ? { openedAt: at, openedFrom: null } : {}
    const failed =
      state === 'failed' ? { mailSettledAt: at, mailFailure: '550 5.1.1 No such user here' } : {}
    return { mail, state, invitation: { ...invitation, ...opened, ...failed } }
  })
  // Each invitation has an entry of its own.
  const saved = prepared.map(({ invitation }) =>
    savedInvitations([invitation], byUser(user, demoNetwork), at),
  )
  await store.change('invite', { organisation: organisation.id }, null, async () => ({
    answer: undefined,
    writes: saved.flatMap(({ writes }) => writes),
    entries: toEntries(saved.flatMap(({ entries }) => entries)),
    mails: prepared.filter(({ state }) => state !== 'failed').map(({ mail }) => mail),
  }))
}
