import type { ErasureStore } from './erasure-store'
import { withoutPerson } from './events'
import type { MemoryData } from './memory'
import { tell } from './memory-events'
import { removeRows } from './memory-rows'

/** The memory store's methods that erase a person or an organisation. */
export function erasureMethods(data: MemoryData): ErasureStore {
  return {
    async erasePerson(organisationId, { id, addresses }, entries) {
      let count = 0
      data.events = data.events.map((entry) => {
        const isActor = entry.actorId === id
        const isSubject =
          entry.subjectId === id || (entry.subject !== null && addresses.includes(entry.subject))
        if (entry.organisationId !== organisationId || !(isActor || isSubject)) return entry
        count += 1
        return withoutPerson(entry, { isActor, isSubject })
      })
      tell(data, entries)
      return count
    },

    async deleteOrganisation(organisation) {
      const isOurs = (one: { organisationId: string }) => one.organisationId === organisation
      const subscriptions = data.subscriptions.filter(isOurs)
      const isUnsettled = subscriptions.some(
        ({ id, state, nextCheckAt }) =>
          state === 'live' ||
          nextCheckAt !== null ||
          data.refunds.some((one) => one.subscriptionId === id && one.state === 'owed'),
      )
      if (isUnsettled || !data.organisations.some(({ id }) => id === organisation)) return false
      const people = new Set(data.users.filter(isOurs).map(({ id }) => id))
      const checks = new Set(subscriptions.map(({ id }) => id))
      data.receiptChecks = data.receiptChecks.filter((one) => !checks.has(one.subscriptionId))
      data.organisations = data.organisations.filter(({ id }) => id !== organisation)
      removeRows(
        data,
        ({ organisationId, userId = '' }) => organisationId === organisation || people.has(userId),
      )
      return true
    },
  }
}
