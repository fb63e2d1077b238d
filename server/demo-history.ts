import { demoAdmin } from './demo'
import { emailKey } from './domain/email'
import { prepareInvitation } from './domain/invitation'
import { bundledPlans } from './plans/plans'
import type { Services } from './services'
import type { Subscription } from './store/entities'
import { day, later } from './time'

const invitedAddress = 'noor@acme.test'

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
 * Gives the freshly seeded Acme two years of plans, the last of which is current, and a pending
 * invitation. The sandbox's books have them too, so that the plan can be cancelled and upgraded
 * like any other.
 */
export async function seedDemoHistory(
  services: Pick<Services, 'store' | 'clock' | 'appUrl' | 'productName' | 'mail'>,
): Promise<void> {
  const { store, clock } = services
  const acme = await store.findMembershipByEmailKey(emailKey(demoAdmin.email))
  if (!acme) return
  const now = clock()
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
    }
    await store.addSubscription(subscription)
    await store.addSandboxSubscription({
      id: subscription.id,
      planId: plan.prices.USD.razorpayPlanId,
      createdAt: startedAt,
      expiresAt: startedAt,
      paymentId: `pay_${serial}`,
      paidAt: startedAt,
      refundedAt: null,
      endedAt,
    })
  }
  const { invitation, mail } = prepareInvitation(services, acme, invitedAddress)
  await store.saveInvitations([invitation], [mail])
}

function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date
}
