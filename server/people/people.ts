import { type ChangeStore, oneOf } from '../store/change'
import type { Organisation, User } from './tables'

/** A user's changes to themselves. Absent or undefined fields stay as they are. */
export type UserChanges = Pick<User, 'fullName' | 'email' | 'emailKey'> & {
  [Name in 'contactNumber' | 'renewalReminders']?: User[Name] | undefined
}

/** A user with their organisation. */
export interface Membership {
  user: User
  organisation: Organisation
}

/** @returns the user with an address, and their organisation; null: nobody has it. */
export async function findMembership(
  store: Pick<ChangeStore, 'one'>,
  emailKey: string,
): Promise<Membership | null> {
  const user = await store.one('users', { emailKey })
  const organisation = user && (await store.one('organisations', { id: user.organisationId }))
  return user && organisation && { user, organisation }
}

/** @returns which of these addresses belong to users. */
export async function withAccount(
  store: Pick<ChangeStore, 'all'>,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const users = await store.all('users', { emailKey: oneOf(emailKeys) })
  return new Set(users.map(({ emailKey }) => emailKey))
}
