import { emailKey } from './domain/email'
import { prepareInvitation } from './domain/invitation'
import { newUser } from './domain/person'
import { slugOf } from './domain/slug'
import { bundledPlans } from './plans/plans'
import type { Services } from './services'
import type { Subscription } from './store/entities'

/** Whoever tries Orglens signs in as one of these (README.md). */
export const demoPassword = 'orglens-demo'
export const demoAdmin = { fullName: 'Priya Sharma', email: 'admin@acme.test' }
export const demoMember = { fullName: 'Daniel Okafor', email: 'member@acme.test' }
/** Whose organisation has no plan. */
export const demoBuyer = { fullName: 'Amara Diallo', email: 'admin@globex.test' }
const moreMembers = [
  { fullName: 'Mei Tanaka', email: 'mei@acme.test' },
  { fullName: 'Lucas Ferreira', email: 'lucas@acme.test' },
]
const invitedAddress = 'noor@acme.test'

type Person = typeof demoAdmin

/** The demo organisations, each with its admin and its members. */
const organisations: readonly { name: string; admin: Person; members: readonly Person[] }[] = [
  { name: 'Acme Analytics', admin: demoAdmin, members: [demoMember, ...moreMembers] },
  { name: 'Globex', admin: demoBuyer, members: [] },
]

/** In one line, for whoever starts Orglens to try it. */
export const demoAccounts = `Sign in as ${demoAdmin.email} (admin), ${demoMember.email} (member) or ${demoBuyer.email} (an admin without a plan), each with the password ${demoPassword}`

/**
 * Puts the demo organisations with their people into the store, unless they are there.
 * @returns whether Acme was put there now.
 */
export async function seedDemoData({
  store,
  passwords,
  clock,
}: Pick<Services, 'store' | 'passwords' | 'clock'>): Promise<boolean> {
  if (await store.findMembershipByEmailKey(emailKey(demoAdmin.email))) return false
  const createdAt = clock()
  const passwordHash = await passwords.hash(demoPassword)
  const outcomes: string[] = []
  for (const { name, admin, members } of organisations) {
    const organisation = { id: crypto.randomUUID(), name, slug: await slugOf(name), createdAt }
    const userOf = (person: Person, isAdmin: boolean) =>
      newUser({ ...person, organisationId: organisation.id, passwordHash, isAdmin, createdAt })
    const outcome = await store.createOrganisation(organisation, userOf(admin, true))
    outcomes.push(outcome)
    if (outcome !== 'created') continue
    for (const member of members) await store.addUser(userOf(member, false))
  }
  return outcomes[0] === 'created'
}

/** What Acme has had, in months before now: the oldest first, the last one goes on. */
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
 * Gives Acme, as it was just seeded, two years of plans, of which the last is its plan, and a pending
 * invitation. What was paid stands in the sandbox's books too, so that it can be cancelled and
 * upgraded like any other plan.
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
      startedAt,
      endedAt,
      nextCheckAt: endedAt ? null : new Date(now.getTime() + 24 * 60 * 60 * 1000),
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

/**
 * A password that everybody knows must not open a real deployment (D35).
 * @throws Error when the store holds a demo user that still has the demo password.
 */
export async function refuseDemoData({
  store,
  passwords,
}: Pick<Services, 'store' | 'passwords'>): Promise<void> {
  for (const { email } of organisations.flatMap(({ admin, members }) => [admin, ...members])) {
    const membership = await store.findMembershipByEmailKey(emailKey(email))
    if (membership && (await passwords.verify(membership.user.passwordHash, demoPassword))) {
      throw new Error(
        `The database holds the demo user ${email}, whose password everybody knows. ` +
          'Use another database in production.',
      )
    }
  }
}
