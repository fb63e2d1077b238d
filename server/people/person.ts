import { longest } from '../../contract/text'
import { HttpError } from '../api/http-error'
import type { ChangeStore } from '../store/change'
import { emailKey } from './email'
import type { Organisation, User } from './tables'
import { hasInvisibleCharacters, isVisible, oneLine, withoutPasted } from './visible-text'

/** A change of one's own profile. Absent and undefined fields stay as they are. */
export type UserChanges = Pick<User, 'fullName' | 'email' | 'emailKey'> & {
  [Name in 'contactNumber' | 'renewalReminders']?: User[Name] | undefined
}

export interface Membership {
  user: User
  organisation: Organisation
}

/** @returns the user with an address, and their organisation; null if there is none. */
export async function findMembership(
  store: Pick<ChangeStore, 'one'>,
  emailKey: string,
): Promise<Membership | null> {
  const user = await store.one('users', { emailKey })
  const organisation = user && (await store.one('organisations', { id: user.organisationId }))
  return user && organisation && { user, organisation }
}

export const takenAddressText = 'An account with this email address already exists.'

const shortestPassword = 8
const longestPassword = 200

/** @returns an organisation with only the required fields. */
export function newOrganisation(
  fields: Pick<Organisation, 'name' | 'slug' | 'createdAt'>,
): Organisation {
  return { ...fields, id: crypto.randomUUID(), secondFactor: 'nobody' }
}

/** @returns a user with only the required fields. */
export function newUser(
  fields: Pick<
    User,
    'organisationId' | 'fullName' | 'email' | 'passwordHash' | 'isAdmin' | 'createdAt'
  >,
): User {
  return {
    ...fields,
    id: crypto.randomUUID(),
    emailKey: emailKey(fields.email),
    contactNumber: null,
    secondFactorDue: null,
    renewalReminders: true,
    isAddressProven: false,
    formerEmail: null,
  }
}

/** @throws HttpError 422 for a name with invisible characters. */
export function requireVisible(name: string): void {
  if (!hasInvisibleCharacters(name)) return
  throw new HttpError(422, 'This name has characters that don’t show. Please type it again.')
}

/** @returns the name on one line. @throws HttpError 422 if it is empty, has invisible characters, or is too long. */
export function requireFullName(typed: string): string {
  const name = withoutPasted(typed)
  const trimmed = oneLine(name)
  if (!isVisible(trimmed)) throw new HttpError(422, 'Please enter your full name.')
  if (trimmed.length > longest.name) {
    throw new HttpError(422, `A name may have at most ${longest.name} characters.`)
  }
  requireVisible(name)
  return trimmed
}

/** Checks the length of a new password (D35). @throws HttpError 422 if it is too short or too long. */
export function requireNewPassword(password: string): void {
  // Counts characters as people see them: an emoji counts as one.
  const { length } = [...password]
  if (length < shortestPassword) {
    throw new HttpError(422, `A password needs at least ${shortestPassword} characters.`)
  }
  if (length > longestPassword) {
    throw new HttpError(422, `A password may have at most ${longestPassword} characters.`)
  }
}

/** @returns whether the account's user has proven to have the mailbox of its address. */
export const isProven = ({
  isAddressProven,
  formerEmail,
}: Pick<User, 'isAddressProven' | 'formerEmail'>): boolean =>
  isAddressProven && formerEmail === null
