import type { PasswordLink } from '../auth/tables'
import type { User } from '../people/tables'
import type { Invitation } from '../team/tables'

/** What is read of everybody's addresses. */
export interface AccountStore {
  /** Addresses that aren't in ASCII alone: accounts, the oldest first, links that put one back, and invitations. */
  findInternationalAddresses(): Promise<{
    users: User[]
    links: PasswordLink[]
    invitations: Invitation[]
  }>
}
