import { withoutPerson } from './events'
import type { MemoryData } from './memory'
import { tell } from './memory-events'
import type { RequestStore } from './request-store'

/** The memory store's part for what people ask of the operator. */
export function requestMethods(data: MemoryData): RequestStore {
  return {
    async erasePerson(organisationId, { id, addresses }, told) {
      let count = 0
      data.events = data.events.map((entry) => {
        const isActor = entry.actorId === id
        const isSubject =
          entry.subjectId === id || (entry.subject !== null && addresses.includes(entry.subject))
        if (entry.organisationId !== organisationId || !(isActor || isSubject)) return entry
        count += 1
        return withoutPerson(entry, { isActor, isSubject })
      })
      tell(data, told)
      return count
    },

    async deleteOrganisation(organisation) {
      const isOurs = (one: { organisationId: string }) => one.organisationId === organisation
      const isOthers = (one: { organisationId: string }) => !isOurs(one)
      const subscriptions = data.subscriptions.filter(isOurs)
      const isUnsettled = subscriptions.some(
        ({ id, state, nextCheckAt }) =>
          state === 'live' ||
          nextCheckAt !== null ||
          data.refunds.some((one) => one.subscriptionId === id && one.state === 'owed'),
      )
      if (isUnsettled || !data.organisations.some(({ id }) => id === organisation)) return false
      const people = new Set(data.users.filter(isOurs).map(({ id }) => id))
      const isNoneOfTheirs = ({ userId }: { userId: string }) => !people.has(userId)
      data.organisations = data.organisations.filter(({ id }) => id !== organisation)
      data.users = data.users.filter(isOthers)
      data.sessions = data.sessions.filter(isNoneOfTheirs)
      data.knownBrowsers = data.knownBrowsers.filter(isNoneOfTheirs)
      data.passwordLinks = data.passwordLinks.filter(isNoneOfTheirs)
      data.invitations = data.invitations.filter(isOthers)
      const isOfOthers = ({ subscriptionId }: { subscriptionId: string }) =>
        subscriptions.every(({ id }) => id !== subscriptionId)
      data.subscriptions = data.subscriptions.filter(isOthers)
      data.receipts = data.receipts.filter(isOthers)
      data.receiptChecks = data.receiptChecks.filter(isOfOthers)
      data.events = data.events.filter(isOthers)
      delete data.teams[organisation]
      return true
    },
  }
}
