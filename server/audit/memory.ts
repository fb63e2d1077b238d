import { searchText } from '../../contract/search-text'
import type { AuditStore } from '../api/store'
import type { ChangeStore } from '../store/change'
import type { Entry } from '../store/entry'
import type { Rows } from '../store/memory-change'
import { wordsOf } from './events'

/** The memory store's audit entries, in the order of events. */
export interface EventData {
  events: Entry[]
}

/** Saves entries. Of those with the same `once`, the first one is saved. */
export function saveEntries(data: EventData, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (entry.once !== null && data.events.some(({ once }) => once === entry.once)) continue
    data.events = [...data.events, structuredClone(entry)]
  }
}

const searchedText = (entry: Entry) =>
  [wordsOf(entry), entry.action.replaceAll('-', ' '), entry.network ?? ''].join('\n')

/** Queries for the audit log and attempts to sign in, in memory. */
export function auditMethods(
  data: EventData & Pick<Rows, 'signIns'>,
  { change }: ChangeStore,
): AuditStore {
  const ofOrganisation = (wanted: string) =>
    data.events
      .filter(({ organisationId }) => organisationId === wanted)
      .sort((one, other) => (one.id < other.id ? -1 : 1))

  return {
    addEntries: (entries) =>
      change('add-entries', null, null, async () => ({ answer: undefined, writes: [], entries })),

    async findEntries({ organisationId, before, from = null, action, text }, most) {
      const found = ofOrganisation(organisationId)
        .toReversed()
        .filter(
          (entry) =>
            entry.audience !== 'operator' &&
            (before === null || entry.id < before) &&
            (from === null || entry.id >= from) &&
            (action === null || entry.action === action) &&
            (text === null || searchedText(entry).includes(searchText(text))),
        )
      return structuredClone(found.slice(0, most))
    },

    async findEntryBefore(organisationId, before, distance) {
      const found = ofOrganisation(organisationId)
        .toReversed()
        .filter(({ id }) => before === null || id < before)
      return found[distance]?.id ?? null
    },

    async findHistory(organisationId, after, most, userId) {
      const found = ofOrganisation(organisationId).filter(
        ({ id, actorId, subjectId }) =>
          (after === null || id > after) &&
          (userId === undefined || [actorId, subjectId].includes(userId)),
      )
      return structuredClone(found.slice(0, most))
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

    async removeEntries(until, most) {
      const outdated = new Set(data.events.filter(({ at }) => at <= until).slice(0, most))
      data.events = data.events.filter((entry) => !outdated.has(entry))
      return outdated.size
    },
  }
}
