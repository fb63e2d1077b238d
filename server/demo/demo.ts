import { networkOf } from '../api/networks'
import type { Services } from '../api/services'
import { addUser, createOrganisation } from '../auth/signup'
import { byUser } from '../people/author'
import { emailKey } from '../people/email'
import { newOrganisation, newUser } from '../people/person'
import { slugOf } from '../people/slug'
import type { User } from '../people/tables'
import { type Entries, type Entry, entryOf } from '../store/entry'

/** The password of all demo accounts (README.md). */
export const demoPassword = 'orglens-demo'
export const demoAdmin = { fullName: 'Priya Sharma', email: 'admin@acme.test' }
export const demoMember = { fullName: 'Daniel Okafor', email: 'member@acme.test' }
/** An admin whose organisation has no plan. */
export const demoBuyer = { fullName: 'Amara Diallo', email: 'admin@globex.test' }

interface Person {
  fullName: string
  email: string
  isAdmin?: boolean
  /** Months since they joined. */
  since?: number
}

const members: readonly Person[] = [
  { ...demoMember, since: 20 },
  { fullName: 'Mei Tanaka', email: 'mei@acme.test', isAdmin: true, since: 11 },
  { fullName: 'Lucas Ferreira', email: 'lucas@acme.test', since: 5 },
]

/** The network of the demo users, from the addresses for documentation (RFC 5737). */
export const demoNetwork = networkOf('203.0.113.7')

const organisations: readonly { name: string; admin: Person; members: readonly Person[] }[] = [
  { name: 'Acme Analytics', admin: { ...demoAdmin, since: 25 }, members },
  { name: 'Globex', admin: demoBuyer, members: [] },
]

/** The accounts to sign in with, all with the same password. */
export const demoPeople = [
  { email: demoAdmin.email, role: 'admin' },
  { email: demoMember.email, role: 'member' },
  { email: demoBuyer.email, role: 'an admin without a plan' },
] as const

const [admin, member, buyer] = demoPeople.map(({ email, role }) => `${email} (${role})`)

/** A line that names the demo accounts, printed when Orglens starts. */
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
  if (await store.one('users', { emailKey: emailKey(demoAdmin.email) })) return false
  const now = clock()
  const passwordHash = await passwords.hash(demoPassword)
  const outcomes: string[] = []
  for (const { name, admin, members } of organisations) {
    const createdAt = monthsBefore(now, admin.since ?? 0)
    const slug = await slugOf({ store, clock, productName: '' }, name)
    const organisation = newOrganisation({ name, slug, createdAt })
    const userOf = ({ fullName, email, since = 0 }: Person, isAdmin: boolean) => {
      const createdAt = monthsBefore(now, since)
      const organisationId = organisation.id
      const user = newUser({ organisationId, fullName, email, passwordHash, isAdmin, createdAt })
      return { ...user, isAddressProven: true }
    }
    const entriesOfUser = (user: User, action: Entry['action']): Entries => [
      entryOf(user.createdAt, organisation.id, byUser(user, demoNetwork), action),
    ]
    const founder = userOf(admin, true)
    const outcome = await createOrganisation(
      store,
      null,
      organisation,
      founder,
      entriesOfUser(founder, 'signed-up'),
    )
    outcomes.push(outcome)
    if (outcome !== 'created') continue
    for (const person of members) {
      const user = userOf(person, person.isAdmin ?? false)
      await addUser(store, null, user, entriesOfUser(user, 'joined'))
    }
  }
  return outcomes[0] === 'created'
}

/**
 * Refuses to start a real deployment with a public password (D35).
 * @throws Error if the store contains a demo user with the demo password.
 */
export async function refuseDemoData({
  store,
  passwords,
}: Pick<Services, 'store' | 'passwords'>): Promise<void> {
  for (const { email } of organisations.flatMap(({ admin, members }) => [admin, ...members])) {
    const user = await store.one('users', { emailKey: emailKey(email) })
    if (user && (await passwords.verify(user.passwordHash, demoPassword))) {
      throw new Error(
        `The database holds the demo user ${email}, whose password everybody knows. ` +
          'Use another database in production.',
      )
    }
  }
}

/** @returns the instant that is some months before another. */
export function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date
}
