import type { Rows } from '../store/memory-change'
import type { PeopleStore } from './reads'

/** What is read of organisations and users, from memory. */
export function peopleMethods(data: Pick<Rows, 'organisations' | 'users'>): PeopleStore {
  return {
    async findMembershipByEmailKey(emailKey) {
      const user = data.users.find((candidate) => candidate.emailKey === emailKey)
      const organisation = data.organisations.find(({ id }) => id === user?.organisationId)
      return user && organisation ? structuredClone({ user, organisation }) : null
    },

    async findOrganisationIdsByEmailKeys(emailKeys) {
      const wanted = new Set(emailKeys)
      return new Map(
        data.users
          .filter(({ emailKey }) => wanted.has(emailKey))
          .map(({ emailKey, organisationId }) => [emailKey, organisationId]),
      )
    },
  }
}
