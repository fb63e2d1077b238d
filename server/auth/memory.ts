import type { Caller } from '../api/caller'
import type { AuthStore } from '../api/store'
import { checkoutYouth } from '../billing/checkout/polling'
import { later } from '../lib/time'
import type { Rows } from '../store/memory-change'

/** @returns the fields of a caller that depend on the organisation's subscriptions. */
function currentPlanOf(
  { subscriptions }: Pick<Rows, 'subscriptions'>,
  id: string,
  now: Date,
): Pick<Caller, 'live' | 'mayBePaid'> {
  const all = subscriptions.filter(({ organisationId }) => organisationId === id)
  const live = all.find(({ state }) => state === 'live')
  return {
    live: live
      ? structuredClone({
          id: live.id,
          plan: live.plan,
          currency: live.currency,
          renewal: live.renewal,
        })
      : null,
    mayBePaid: all.some(
      ({ state, createdAt }) => state === 'unpaid' && createdAt > later(now, -checkoutYouth),
    ),
  }
}

/** Queries for sessions and callers, in memory. */
export function authMethods(data: Rows): AuthStore {
  return {
    async renewSession(hash, now, network) {
      const session = data.sessions.find(
        ({ refreshTokenHash, expiresAt }) => refreshTokenHash === hash && expiresAt > now,
      )
      if (!session) return null
      const renewed = { ...session, lastActiveAt: now, network }
      data.sessions = data.sessions.map((one) => (one === session ? renewed : one))
      return structuredClone(renewed)
    },

    async findCaller(sessionId, now) {
      const session = data.sessions.find(({ id, expiresAt }) => id === sessionId && expiresAt > now)
      const found = data.users.find(({ id }) => id === session?.userId)
      const organisation = data.organisations.find(({ id }) => id === found?.organisationId)
      if (!found || !organisation) return null
      const { passwordHash: _hash, createdAt: _createdAt, ...user } = found
      const plan = currentPlanOf(data, organisation.id, now)
      const row = data.deletions.find(({ organisationId }) => organisationId === organisation.id)
      const deletion = row
        ? { dueAt: row.dueAt, requestedAt: row.requestedAt, requestedBy: row.requestedBy }
        : null
      const hasCodes = data.secondFactors.some(
        ({ userId, since }) => userId === user.id && since !== null,
      )
      return structuredClone({ sessionId, user, hasCodes, organisation, ...plan, deletion })
    },
  }
}
