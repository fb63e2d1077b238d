import { examples } from '../../contract/examples'
import { type Profile, type ProfileUpdate, profileUpdate } from '../../contract/profile'
import type { Receipt } from '../../contract/receipts'
import { byOrglens } from '../../server/people/author'
import { newUser } from '../../server/people/person'
import type { User } from '../../server/people/tables'
import { type Entry, entryOf } from '../../server/store/entry'

/*
 * One example of what many tests need, with every field filled in. Their values are those of the API's
 * description.
 */

type Organization = Profile['organization']
type ProfileChanges = Partial<Omit<Profile, 'organization'>> & {
  organization?: Partial<Organization>
}

/** @returns an admin's profile; without a plan, unless `changes` add one. */
export function profileExample({ organization, ...changes }: ProfileChanges = {}): Profile {
  const example = examples.getProfile.answer
  return {
    ...example,
    is_subscribed: Boolean(organization?.subscription_plan),
    organization: { ...example.organization, ...organization },
    ...changes,
  }
}

/** @returns what was paid for a month of a plan. */
export function receiptExample(changes: Partial<Receipt> = {}): Receipt {
  const [example] = examples.getReceipts.answer.data
  return { ...(example as Receipt), ...changes }
}

type ProfileChange = Required<Omit<ProfileUpdate, ProofName>>
type ProofName = 'current_password' | 'one_time_code' | 'passkey_proof'

/** @returns everything that may be changed of a profile, as it is. */
export function profileUpdateExample(profile: Profile = profileExample()): ProfileChange {
  const proof: readonly string[] = ['current_password', 'one_time_code', 'passkey_proof']
  const names = Object.keys(profileUpdate.entries).filter((name) => !proof.includes(name))
  return Object.fromEntries(
    names.map((name) => [name, profile[name as keyof ProfileChange]]),
  ) as ProfileChange
}

/** @returns a user as a store keeps them: no admin, and nothing that could be left out is there. */
export function userExample(
  changes: Pick<User, 'id' | 'organisationId' | 'email'> & Partial<User>,
): User {
  const required = {
    fullName: 'Ada Lovelace',
    passwordHash: 'hash',
    isAdmin: false,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    ...changes,
  }
  return { ...newUser(required), ...changes }
}

export function entryExample(changes: Pick<Entry, 'organisationId'> & Partial<Entry>): Entry {
  const { organisationId, at = new Date('2026-01-02T03:04:05.678Z'), ...others } = changes
  return { ...entryOf(at, organisationId, byOrglens(), 'signed-up'), ...others }
}
