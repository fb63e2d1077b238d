import type { PasswordLink, User } from './entities'
import type { MemoryData } from './memory'
import type { SecondFactorStore } from './second-factor-store'

type Data = Pick<MemoryData, 'secondFactors'>

const factorOnOf = (data: Data, wanted: string) =>
  data.secondFactors.find(({ userId, since }) => userId === wanted && since !== null)

export const hasSecondFactor = (data: Data, userId: string) =>
  factorOnOf(data, userId) !== undefined

/**
 * What is read of second factors, from memory.
 * @param ownerOf finds the user of a valid link.
 */
export function secondFactorMethods(
  data: MemoryData,
  ownerOf: (link: PasswordLink) => User | undefined,
): SecondFactorStore {
  return {
    async findSecondFactor(wanted) {
      const factor = data.secondFactors.find(({ userId }) => userId === wanted)
      return factor ? structuredClone(factor) : null
    },

    async findLinkOwner(tokenHash, now) {
      const link = data.passwordLinks.find(
        (one) => one.tokenHash === tokenHash && one.expiresAt > now,
      )
      return (link && ownerOf(link)?.id) ?? null
    },
  }
}
