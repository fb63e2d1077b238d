import type { Membership } from './people'

/** What is read of organisations and users. */
export interface PeopleStore {
  findMembershipByEmailKey(emailKey: string): Promise<Membership | null>
  /** The `emailKeys` that belong to users, each with the organisation of its user. */
  findOrganisationIdsByEmailKeys(emailKeys: readonly string[]): Promise<Map<string, string>>
}
