import { passkeyDomains } from '../passkeys/memory'
import type { Rows } from '../store/memory-change'
import { hasSecondFactor } from '../two-factor/memory'
import type { TeamStore } from './reads'
import type { Invitation } from './tables'

/** What is read of teams, from memory. */
export function teamMethods(data: Rows): TeamStore {
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
            passkeyDomains: passkeyDomains(data, id),
          })),
        invitations: data.invitations
          .filter(isOurs)
          .sort((one, other) => byTime(other, one) || (one.emailKey < other.emailKey ? -1 : 1))
          .map((invitation) => ({ ...invitation, isMailWaiting: isMailWaiting(invitation) })),
      })
    },

    async findExpiredInvitations(now, most) {
      const expired = data.invitations.filter(
        ({ expiresAt, expiryRecorded }) => expiresAt <= now && !expiryRecorded,
      )
      return structuredClone(
        expired
          .sort((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime())
          .slice(0, most),
      )
    },

    async findInvitation(tokenHash, now) {
      const invitation = data.invitations.find(
        (candidate) => candidate.tokenHash === tokenHash && candidate.expiresAt > now,
      )
      const organisation = data.organisations.find(({ id }) => id === invitation?.organisationId)
      return invitation && organisation ? structuredClone({ invitation, organisation }) : null
    },
  }
}
