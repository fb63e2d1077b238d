import type { Invitation } from './entities'
import type { MemoryData } from './memory'
import { hasSecondFactor } from './memory-second-factors'
import type { TeamStore } from './team-store'

/** What is read of teams, from memory. */
export function teamMethods(data: MemoryData): TeamStore {
  const byTime = (one: { createdAt: Date }, other: { createdAt: Date }) =>
    one.createdAt.getTime() - other.createdAt.getTime()

  return {
    async findTeam(organisationId) {
      const isOurs = (one: { organisationId: string }) => one.organisationId === organisationId
      const isMailWaiting = ({ mailId }: Invitation) =>
        data.mails.some(({ id, nextAttemptAt }) => id === mailId && nextAttemptAt !== null)
      return structuredClone({
        members: data.users
          .filter(isOurs)
          .sort((one, other) => byTime(one, other) || (one.emailKey < other.emailKey ? -1 : 1))
          .map(({ id, fullName, email, emailKey, isAdmin, renewalReminders, createdAt }) => ({
            id,
            fullName,
            email,
            emailKey,
            isAdmin,
            renewalReminders,
            createdAt,
            hasSecondFactor: hasSecondFactor(data, id),
          })),
        invitations: data.invitations
          .filter(isOurs)
          .sort((one, other) => byTime(other, one) || (one.emailKey < other.emailKey ? -1 : 1))
          .map((invitation) => ({ ...invitation, isMailWaiting: isMailWaiting(invitation) })),
      })
    },

    async findExpiredInvitations(now, most) {
      const expired = data.invitations.filter(
        ({ expiresAt, expiryTold }) => expiresAt <= now && !expiryTold,
      )
      return structuredClone(
        expired
          .sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime())
          .slice(0, most),
      )
    },
  }
}
