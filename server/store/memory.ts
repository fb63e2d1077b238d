import type { Membership, Organisation, Session, Store, User } from './store'

/** Everything a memory store holds; plain data that survives `structuredClone`. */
export interface MemoryData {
  organisations: Organisation[]
  users: User[]
  sessions: Session[]
}

/** @returns data of a store that holds nothing yet. */
export function emptyMemoryData(): MemoryData {
  return { organisations: [], users: [], sessions: [] }
}

/**
 * A store in memory, for mock mode and tests.
 * @param data what it starts with; the store writes into this very object, so that its owner can
 *   keep it elsewhere.
 */
export function createMemoryStore(data: MemoryData = emptyMemoryData()): Store {
  function membershipOf(user: User | undefined): Membership | null {
    if (!user) return null
    const organisation = data.organisations.find(({ id }) => id === user.organisationId)
    return organisation ? structuredClone({ user, organisation }) : null
  }

  return {
    async createOrganisation(organisation, admin) {
      if (data.users.some(({ emailKey }) => emailKey === admin.emailKey)) return 'email-taken'
      if (data.organisations.some(({ slug }) => slug === organisation.slug)) {
        return 'organisation-exists'
      }
      data.organisations.push(structuredClone(organisation))
      data.users.push(structuredClone(admin))
      return 'created'
    },

    async addUser(user) {
      if (data.users.some(({ emailKey }) => emailKey === user.emailKey)) return 'email-taken'
      data.users.push(structuredClone(user))
      return 'added'
    },

    async findOrganisationBySlug(slug) {
      const organisation = data.organisations.find((candidate) => candidate.slug === slug)
      return organisation ? structuredClone(organisation) : null
    },

    async findMembershipByEmailKey(emailKey) {
      return membershipOf(data.users.find((user) => user.emailKey === emailKey))
    },

    async updateUser(userId, changes) {
      const user = data.users.find(({ id }) => id === userId)
      if (!user) return 'no-such-user'
      if (data.users.some(({ id, emailKey }) => id !== userId && emailKey === changes.emailKey)) {
        return 'email-taken'
      }
      Object.assign(user, changes)
      return membershipOf(user) ?? 'no-such-user'
    },

    async createSession(session) {
      data.sessions.push(structuredClone(session))
    },

    async findMembershipBySession(sessionId, now) {
      const session = data.sessions.find(({ id, expiresAt }) => id === sessionId && expiresAt > now)
      return membershipOf(data.users.find(({ id }) => id === session?.userId))
    },

    async findSessionByRefreshTokenHash(hash, now) {
      const session = data.sessions.find(
        ({ refreshTokenHash, expiresAt }) => refreshTokenHash === hash && expiresAt > now,
      )
      return session ? structuredClone(session) : null
    },

    async close() {},
  }
}
