import type { AbandonedStore } from '../api/store'
import type { Rows } from '../store/memory-change'

/** The query for abandoned organisations, in memory. */
export function abandonedMethods(data: Rows): AbandonedStore {
  const isUsed = (wanted: string, since: Date) => {
    const users = data.users.filter(({ organisationId }) => organisationId === wanted)
    const ids = new Set(users.map(({ id }) => id))
    return (
      users.some(({ isAddressProven }) => isAddressProven) ||
      data.knownBrowsers.some(({ userId, seenAt }) => ids.has(userId) && seenAt > since) ||
      data.subscriptions.some(
        ({ organisationId, wasPaid, startedAt }) =>
          organisationId === wanted && (wasPaid || startedAt !== null),
      )
    )
  }
  const isTold = (wanted: string) =>
    data.abandonments.some(({ organisationId }) => organisationId === wanted)

  return {
    async findAbandoned(since, which, most) {
      const found = data.organisations.filter(
        ({ id, createdAt }) =>
          createdAt <= since &&
          (which === 'untold' ? !isTold(id) : id === which.organisationId) &&
          !isUsed(id, since),
      )
      const sorted = found.sort(
        (one, other) =>
          Number(one.createdAt) - Number(other.createdAt) || (one.id < other.id ? -1 : 1),
      )
      return structuredClone(sorted.slice(0, most))
    },
  }
}
