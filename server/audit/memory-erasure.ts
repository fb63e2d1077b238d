import type { ErasureStore } from '../api/store'
import { withoutPerson } from './events'
import { type EventData, saveEntries } from './memory'

/** The memory store's method that erases a person. */
export function erasureMethods(data: EventData): ErasureStore {
  return {
    async erasePerson(organisationId, { ids, addresses }, entries) {
      let count = 0
      data.events = data.events.map((entry) => {
        const isActor = entry.actorId !== null && ids.includes(entry.actorId)
        const isSubject =
          (entry.subjectId !== null && ids.includes(entry.subjectId)) ||
          (entry.subject !== null && addresses.includes(entry.subject))
        const isListed = entry.details.addresses?.some((one) => addresses.includes(one))
        const isOfPerson = isActor || isSubject || isListed
        if (entry.organisationId !== organisationId || !isOfPerson) return entry
        count += 1
        return withoutPerson(entry, { isActor, isSubject, addresses })
      })
      saveEntries(data, entries)
      return count
    },
  }
}
