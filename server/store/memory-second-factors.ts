import type { Mail, PasswordLink, User } from './entities'
import type { Entries } from './events'
import type { MemoryData } from './memory'
import { tell } from './memory-events'
import type { SecondFactorStore } from './second-factor-store'

type Data = Pick<MemoryData, 'secondFactors'>

const factorOnOf = (data: Data, wanted: string) =>
  data.secondFactors.find(({ userId, since }) => userId === wanted && since !== null)

export const hasSecondFactor = (data: Data, userId: string) =>
  factorOnOf(data, userId) !== undefined

/** Removes a second factor. @returns whether there was one. */
function dropSecondFactor(data: Data, user: User, due: Date | null): boolean {
  if (!hasSecondFactor(data, user.id)) return false
  data.secondFactors = data.secondFactors.filter(({ userId }) => userId !== user.id)
  user.secondFactorDue = due
  return true
}

/**
 * The memory store's methods for second factors.
 * @param ownerOf finds the user of a valid link.
 */
export function secondFactorMethods(
  data: MemoryData,
  ownerOf: (link: PasswordLink) => User | undefined,
): SecondFactorStore {
  function keep(mails: readonly Mail[], entries: Entries): true {
    data.mails.push(...structuredClone([...mails]))
    tell(data, entries)
    return true
  }

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

    async askForSecondFactor(userId, due) {
      const user = data.users.find(({ id }) => id === userId)
      if (user) user.secondFactorDue ??= due
    },

    async beginSecondFactor(factor) {
      const isUser = data.users.some(({ id }) => id === factor.userId)
      if (!isUser || hasSecondFactor(data, factor.userId)) return false
      data.secondFactors = data.secondFactors.filter(({ userId }) => userId !== factor.userId)
      data.secondFactors.push(structuredClone(factor))
      return true
    },

    async confirmSecondFactor(factor, mails, entries) {
      const waiting = data.secondFactors.find(
        ({ userId, secret, since }) =>
          userId === factor.userId && secret === factor.secret && since === null,
      )
      const user = data.users.find(({ id }) => id === factor.userId)
      if (!waiting || !user) return false
      Object.assign(waiting, structuredClone(factor))
      user.secondFactorDue = null
      return keep(mails, entries)
    },

    async spendCode(userId, code) {
      const factor = factorOnOf(data, userId)
      if (!factor) return false
      if (code.kind === 'step') {
        if (factor.lastStep !== null && factor.lastStep >= code.step) return false
        factor.lastStep = code.step
        factor.secret = code.secret ?? factor.secret
        return true
      }
      if (!factor.recoveryCodes.includes(code.hash)) return false
      factor.recoveryCodes = factor.recoveryCodes.filter((hash) => hash !== code.hash)
      return keep(code.mails, code.entries)
    },

    async replaceRecoveryCodes(userId, hashes, mails, entries) {
      const factor = factorOnOf(data, userId)
      if (!factor) return false
      factor.recoveryCodes = [...hashes]
      return keep(mails, entries)
    },

    async removeSecondFactor(userId, due, mails, entries) {
      const user = data.users.find(({ id }) => id === userId)
      return user !== undefined && dropSecondFactor(data, user, due) && keep(mails, entries)
    },

    async sendNotices(mails, entries) {
      keep(mails, entries)
    },
  }
}
