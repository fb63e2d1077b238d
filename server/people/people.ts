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
