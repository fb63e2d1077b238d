import type { MemoryData } from './memory'
import type { SecondFactorStore } from './second-factor-store'

type Data = Pick<MemoryData, 'secondFactors'>

const factorOnOf = (data: Data, wanted: string) =>
  data.secondFactors.find(({ userId, since }) => userId === wanted && since !== null)

export const hasSecondFactor = (data: Data, userId: string) =>
  factorOnOf(data, userId) !== undefined

/** What is read of second factors, from memory. */
export function secondFactorMethods(data: MemoryData): SecondFactorStore {
  return {
    async findSecondFactor(wanted) {
      const factor = data.secondFactors.find(({ userId }) => userId === wanted)
      return factor ? structuredClone(factor) : null
    },

    async findLink(tokenHash, now) {
      const link = data.passwordLinks.find(
        (one) => one.tokenHash === tokenHash && one.expiresAt > now,
      )
      return link ? structuredClone(link) : null
    },
  }
}
