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
const invited = [
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

/**
 * Gives the freshly seeded Acme two years of plans, the last of which is current, invitations in
 * several states, and the history of all that. The sandbox's books have the plans too, so that
 * the current one can be cancelled and upgraded like any other.
 */
export async function seedDemoHistory(
  services: Pick<Services, 'store' | 'clock' | 'appUrl' | 'productName' | 'mail'>,
): Promise<void> {
  const { store, clock } = services
  const acme = await findMembership(store, emailKey(demoAdmin.email))
  if (!acme) return
  const now = clock()
  const plans: Subscription[] = []
  for (const [index, { plan: name, from, to, end }] of history.entries()) {
    const plan = bundledPlans.find((one) => one.name === name && one.interval === 'monthly')
    if (!plan) throw new Error(`There is no plan ${name}`)
    const serial = `AcmeDemo${String(index + 1).padStart(6, '0')}`
    const startedAt = monthsBefore(now, from)
    const endedAt = to === null ? null : monthsBefore(now, to)
    const subscription: Subscription = {
      id: `sub_${serial}`,
      organisationId: acme.organisation.id,
      plan,
      currency: 'USD',
      state: end,
      createdAt: startedAt,
      wasPaid: true,
      startedAt,
      endedAt,
      nextCheckAt: endedAt ? null : later(now, day),
      checkFailures: 0,
      renewal: boughtBy(byUser(acme.user, demoNetwork), startedAt),
      nextStepAt: null,
    }
    plans.push(subscription)
    const paid = entryOf(
      startedAt,
      acme.organisation.id,
      byUser(acme.user, demoNetwork),
      'checkout-opened',
      {
        audience: 'operator',
        subscriptionId: subscription.id,
      },
    )
    const bought: SandboxSubscription = {
      id: subscription.id,
      planId: plan.prices.USD.razorpayPlanId,
      interval: plan.interval,
      amount: plan.prices.USD.amount,
      currency: 'USD',
      createdAt: startedAt,
      expiresAt: startedAt,
      paymentId: `pay_${serial}`,
      paidAt: startedAt,
      refundedAt: null,
      endedAt,
      acts: [],
    }
    // The provider's reports up to now.
    const { charges } = stateOf(bought, now)
    await store.change('open-checkout', null, null, async () => ({
      answer: null,
      writes: [
        add('subscriptions', withCharges(subscription, charges)),
        // In this change: another server's housekeeping removes what only the sandbox has.
        add('sandboxSubscriptions', bought),
        // Fetches its receipts like everybody's.
        ...wakingReceipts([subscription.id], now),
      ],
      entries: [paid],
    }))
  }
  const members = await membersOf(store, acme.organisation.id)
  await store.addEntries(toEntries(demoEntries(acme.organisation, members, plans, now)))
  await invite(services, acme)
}

/** Adds a few invitations, as if an admin had just sent them. */
async function invite(
  services: Pick<Services, 'store' | 'clock' | 'appUrl' | 'productName' | 'mail'>,
  { user, organisation }: Membership,
): Promise<void> {
  const { store, clock } = services
  const at = clock()
  const prepared = invited.map(({ email, state }) => {
    const made = prepareInvitation(services, { user, organisation }, email)
    const opened = state === 'opened' ? { openedAt: at, openedFrom: null } : {}
    const failed =
      state === 'failed' ? { mailSettledAt: at, mailFailure: '550 5.1.1 No such user here' } : {}
    return { ...made, state, invitation: { ...made.invitation, ...opened, ...failed } }
  })
  const invitations = prepared.map(({ invitation }) => invitation)
  // As if one after the other.
  const saved = invitations.map((one) => savedInvitations([one], byUser(user, demoNetwork), at))
  await store.change('invite', { organisation: organisation.id }, null, async () => ({
    answer: undefined,
    writes: saved.flatMap(({ writes }) => writes),
    entries: toEntries(saved.flatMap(({ entries }) => entries)),
    mails: prepared.filter(({ state }) => state !== 'failed').map(({ mail }) => mail),
  }))
}
