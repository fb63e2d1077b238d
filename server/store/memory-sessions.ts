import type { MemoryData } from './memory'
import { currentPlanOf } from './memory-subscriptions'
import type { SessionStore } from './session-store'

/** The memory store's methods for sessions. */
export function sessionMethods(data: MemoryData): SessionStore {
  return {
    async findKnownBrowsers(userId) {
      return structuredClone(data.knownBrowsers.filter((known) => known.userId === userId))
    },

    async renewSession(hash, now, network) {
      const session = data.sessions.find(
        ({ refreshTokenHash, expiresAt }) => refreshTokenHash === hash && expiresAt > now,
      )
      if (!session) return null
      return structuredClone(Object.assign(session, { lastActiveAt: now, network }))
    },

    async findFarewell(hash, now) {
      const farewell = data.farewells.find(
        (one) => one.refreshTokenHash === hash && one.expiresAt > now,
      )
      const organisation = data.organisations.find(({ id }) => id === farewell?.organisationId)
      return farewell && organisation ? structuredClone({ why: farewell.why, organisation }) : null
    },

    async findSignIns(organisationId, after, most, userId) {
      const found = data.signIns
        .filter(
          (one) =>
            one.organisationId === organisationId &&
            (userId === undefined || one.userId === userId) &&
            (after === null || one.id > after),
        )
        .sort((one, other) => (one.id < other.id ? -1 : 1))
      return structuredClone(found.slice(0, most))
    },

    async findSessions(userId, now) {
      return structuredClone(
        data.sessions.filter((one) => one.userId === userId && one.expiresAt > now),
      )
    },

    async findCaller(sessionId, now, checkouts) {
      const session = data.sessions.find(({ id, expiresAt }) => id === sessionId && expiresAt > now)
      const found = data.users.find(({ id }) => id === session?.userId)
      const organisation = data.organisations.find(({ id }) => id === found?.organisationId)
      if (!found || !organisation) return null
      const { passwordHash: _hash, createdAt: _createdAt, ...user } = found
      const plan = currentPlanOf(data, organisation.id, checkouts)
      return structuredClone({ sessionId, user, organisation, ...plan })
    },
  }
}
