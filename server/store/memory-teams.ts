import type { Invitation } from './entities'
import type { MemoryData } from './memory'
import { tell } from './memory-events'
import { removeRows } from './memory-rows'
import { dropSecondFactor, hasSecondFactor } from './memory-second-factors'
import type { TeamChange, TeamStore } from './team-store'

/** The memory store's methods for teams. */
export function teamMethods(data: MemoryData): TeamStore {
  const byTime = (one: { createdAt: Date }, other: { createdAt: Date }) =>
    one.createdAt.getTime() - other.createdAt.getTime()

  function drop(wanted: (invitation: Invitation) => boolean): Invitation | undefined {
    const dropped = data.invitations.find(wanted)
    data.invitations = data.invitations.filter((one) => one !== dropped)
    return dropped
  }

  function takeBack({ mailId }: Invitation): void {
    data.mails = data.mails.filter(
      ({ id, nextAttemptAt }) => id !== mailId || nextAttemptAt === null,
    )
  }

  /** @returns whether the person was there. */
  function make(organisation: string, change: TeamChange): boolean {
    const isMember = ({ id, organisationId }: { id: string; organisationId: string }) =>
      organisationId === organisation && 'userId' in change && id === change.userId
    switch (change.kind) {
      case 'invite':
        for (const invitation of change.invitations) {
          drop(
            ({ organisationId, emailKey }) =>
              organisationId === organisation && emailKey === invitation.emailKey,
          )
          data.invitations.push(structuredClone(invitation))
        }
        return true
      case 'renew':
      case 'revoke': {
        const wanted = change.kind === 'renew' ? change.invitation.id : change.invitationId
        const dropped = drop(
          ({ id, organisationId }) => id === wanted && organisationId === organisation,
        )
        if (!dropped) return false
        takeBack(dropped)
        if (change.kind === 'renew') data.invitations.push(structuredClone(change.invitation))
        return true
      }
      case 'role': {
        const member = data.users.find(isMember)
        if (member) {
          member.isAdmin = change.isAdmin
          member.secondFactorDue = hasSecondFactor(data, member.id) ? null : change.secondFactorDue
        }
        return member !== undefined
      }
      case 'reset-second-factor': {
        const member = data.users.find(isMember)
        return member !== undefined && dropSecondFactor(data, member, change.due)
      }
      case 'remove': {
        const member = data.users.find(isMember)
        if (!member) return false
        for (const wanted of change.invitationIds) {
          const dropped = drop((one) => one.id === wanted && one.organisationId === organisation)
          if (dropped) takeBack(dropped)
        }
        for (const { userId, refreshTokenHash, expiresAt } of data.sessions) {
          if (userId !== member.id) continue
          const { why } = change
          data.farewells.push({ refreshTokenHash, organisationId: organisation, why, expiresAt })
        }
        data.users = data.users.filter((one) => one !== member)
        removeRows(data, ({ userId }) => userId === member.id)
        return true
      }
    }
  }

  return {
    async findTeam(organisationId) {
      const isOurs = (one: { organisationId: string }) => one.organisationId === organisationId
      const isMailWaiting = ({ mailId }: Invitation) =>
        data.mails.some(({ id, nextAttemptAt }) => id === mailId && nextAttemptAt !== null)
      return structuredClone({
        version: data.teams[organisationId]?.version ?? 0,
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

    async saveTeam(organisationId, version, change, mails, entries) {
      data.teams[organisationId] ??= { version: 0 }
      const team = data.teams[organisationId]
      if (team.version !== version) return false
      team.version += 1
      if (!make(organisationId, change)) return false
      data.mails.push(...structuredClone([...mails]))
      tell(data, entries)
      return true
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

    async noteExpiry({ id, tokenHash }, entries) {
      const invitation = data.invitations.find(
        (one) => one.id === id && one.tokenHash === tokenHash && !one.expiryTold,
      )
      if (!invitation) return
      invitation.expiryTold = true
      tell(data, entries)
    },
  }
}
