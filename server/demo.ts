import { emailKey } from './domain/email'
import { slugOf } from './domain/slug'
import type { Services } from './services'

/** Whoever tries Orglens signs in as one of these (README.md). */
export const demoPassword = 'orglens-demo'
export const demoAdmin = { fullName: 'Priya Sharma', email: 'admin@acme.test' }
export const demoMember = { fullName: 'Daniel Okafor', email: 'member@acme.test' }
const organisationName = 'Acme Analytics'

/**
 * Puts the demo organisation with an admin and a member into the store, unless it is there.
 * @returns whether it was put there now.
 */
export async function seedDemoData({
  store,
  passwords,
  clock,
}: Pick<Services, 'store' | 'passwords' | 'clock'>): Promise<boolean> {
  if (await store.findMembershipByEmailKey(emailKey(demoAdmin.email))) return false
  const createdAt = clock()
  const organisation = {
    id: crypto.randomUUID(),
    name: organisationName,
    slug: await slugOf(organisationName),
    createdAt,
  }
  const passwordHash = await passwords.hash(demoPassword)
  const userOf = (person: typeof demoAdmin, isAdmin: boolean) => ({
    ...person,
    id: crypto.randomUUID(),
    organisationId: organisation.id,
    emailKey: emailKey(person.email),
    passwordHash,
    contactNumber: null,
    isAdmin,
    createdAt,
  })
  const outcome = await store.createOrganisation(organisation, userOf(demoAdmin, true))
  if (outcome !== 'created') return false
  await store.addUser(userOf(demoMember, false))
  return true
}

/**
 * A password that everybody knows must not open a real deployment (D35).
 * @throws Error when the store holds a demo user that still has the demo password.
 */
export async function refuseDemoData({
  store,
  passwords,
}: Pick<Services, 'store' | 'passwords'>): Promise<void> {
  for (const { email } of [demoAdmin, demoMember]) {
    const membership = await store.findMembershipByEmailKey(emailKey(email))
    if (membership && (await passwords.verify(membership.user.passwordHash, demoPassword))) {
      throw new Error(
        `The database holds the demo user ${email}, whose password everybody knows. ` +
          'Use another database in production.',
      )
    }
  }
}
