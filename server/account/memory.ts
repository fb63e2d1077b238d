import type { Rows } from '../store/memory-change'
import type { AccountStore } from './reads'

const isInternational = (text: string | null) => text !== null && /[^ -~]/.test(text)

/** What is read of everybody's addresses, from memory. */
export function accountMethods(data: Rows): AccountStore {
  return {
    async findInternationalAddresses() {
      return structuredClone({
        users: data.users
          .filter(({ email }) => isInternational(email))
          .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
        links: data.passwordLinks.filter(({ restoresEmail }) => isInternational(restoresEmail)),
        invitations: data.invitations.filter(({ email }) => isInternational(email)),
      })
    },
  }
}
