import type { MemoryData } from './memory'
import { tell } from './memory-events'
import { currentPlanOf } from './memory-subscriptions'
import { maxKnownBrowsers, maxSessions, type SessionStore } from './session-store'

/** The memory store's methods for sessions. */
export function sessionMethods(data: MemoryData): SessionStore {
  /** Notes a user's browser. @returns whether it is new, and not the first. */
  function isNews(seen: MemoryData['knownBrowsers'][number]): boolean {
    const isOfUser = ({ userId }: { userId: string }) => userId === seen.userId
    const before = data.knownBrowsers.filter(isOfUser)
    const others = before.filter(
      ({ browser, network }) => browser !== seen.browser || network !== seen.network,
    )
    const newestFirst = others.sort((one, other) => other.seenAt.getTime() - one.seenAt.getTime())
    data.knownBrowsers = [
      ...data.knownBrowsers.filter((one) => !isOfUser(one)),
      ...newestFirst.slice(0, maxKnownBrowsers - 1),
      seen,
    ]
    return before.length > 0 && others.length === before.length
  }

  return {
    async createSession(session, passwordHash, { network, notice }, entries) {
      const { userId, browser, createdAt } = session
      const user = data.users.find(({ id }) => id === userId)
      if (user?.passwordHash !== passwordHash) return false
      const newestFirst = data.sessions
        .filter((other) => other.userId === userId)
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      const ended = new Set(newestFirst.slice(maxSessions - 1))
      data.sessions = data.sessions.filter((other) => !ended.has(other))
      data.sessions.push(structuredClone(session))
      if (isNews({ userId, browser: browser ?? '', network, seenAt: createdAt })) {
        if (notice) data.mails.push(structuredClone(notice))
        tell(data, entries)
      }
      return true
    },

    async findKnownBrowsers(userId) {
      return structuredClone(data.knownBrowsers.filter((known) => known.userId === userId))
    },

    async deleteSession(refreshTokenHash) {
      data.sessions = data.sessions.filter(
        (session) => session.refreshTokenHash !== refreshTokenHash,
      )
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

    async findSessions(userId, now) {
      return structuredClone(
        data.sessions.filter((one) => one.userId === userId && one.expiresAt > now),
      )
    },

    async endSessions(userId, ended, [first, ...others]) {
      const isEnded = (one: { id: string; userId: string }) =>
        one.userId === userId && ('only' in ended ? one.id === ended.only : one.id !== ended.except)
      const count = data.sessions.filter(isEnded).length
      data.sessions = data.sessions.filter((one) => !isEnded(one))
      const counted = [first, ...others].map((entry) => ({ ...entry, details: { count } }))
      if (count > 0) tell(data, counted)
      return count
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
