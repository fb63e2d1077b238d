import { emailKey } from './domain/email'
import { newUser } from './domain/person'
import { slugOf } from './domain/slug'
import type { Services } from './services'

/** The accounts for trying Orglens out (README.md). */
export const demoPassword = 'orglens-demo'
export const demoAdmin = { fullName: 'Priya Sharma', email: 'admin@acme.test' }
export const demoMember = { fullName: 'Daniel Okafor', email: 'member@acme.test' }
/** An admin whose organisation has no plan. */
export const demoBuyer = { fullName: 'Amara Diallo', email: 'admin@globex.test' }
const moreMembers = [
  { fullName: 'Mei Tanaka', email: 'mei@acme.test' },
  { fullName: 'Lucas Ferreira', email: 'lucas@acme.test' },
]

type Person = typeof demoAdmin

/** The demo organisations, each with its admin and its members. */
const organisations: readonly { name: string; admin: Person; members: readonly Person[] }[] = [
  { name: 'Acme Analytics', admin: demoAdmin, members: [demoMember, ...moreMembers] },
  { name: 'Globex', admin: demoBuyer, members: [] },
]

/** The accounts to sign in with, all with the same password. */
export const demoPeople = [
  { email: demoAdmin.email, role: 'admin' },
  { email: demoMember.email, role: 'member' },
  { email: demoBuyer.email, role: 'an admin without a plan' },
] as const

const [admin, member, buyer] = demoPeople.map(({ email, role }) => `${email} (${role})`)

/** One line for whoever starts Orglens to try it out. */
export const demoAccounts = `Sign in as ${admin}, ${member} or ${buyer}, each with the password ${demoPassword}`

/**
 * Adds the demo organisations and their people to the store, unless they exist.
 * @returns whether this call added Acme.
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

/**
 * A public password must not open a real deployment (D35).
 * @throws Error if the store contains a demo user with the demo password.
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
