import type { ChangeStore } from './change'
import { dayOf, type Entry, type EventStore, maxEntriesOfDay, restOf, wordsOf } from './events'

/** The memory store's audit entries, in the order of events. */
export interface EventData {
  events: Entry[]
}

/** Saves entries: at most `maxEntriesOfDay` per user, then one that counts the rest. */
export function tell(data: EventData, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (entry.once !== null && data.events.some(({ once }) => once === entry.once)) continue
    const { from, to } = dayOf(entry.at)
    const before =
      entry.actorId === null
        ? 0
        : data.events.filter(
            ({ actorId, at }) => actorId === entry.actorId && at >= from && at < to,
          ).length
    if (before < maxEntriesOfDay) data.events.push(structuredClone(entry))
    else countOneMore(data, restOf(entry, 1))
  }
}

function countOneMore(data: EventData, rest: Entry): void {
  const known = data.events.find(({ once }) => once === rest.once)
  if (known) known.details = { count: (known.details.count ?? 0) + 1 }
  else data.events.push(rest)
}

const searchedText = (entry: Entry) =>
  [wordsOf(entry), entry.action.replaceAll('-', ' '), entry.network ?? ''].join('\n')

/** The memory store's methods for the audit log. */
export function eventMethods(data: EventData, { change }: ChangeStore): EventStore {
  const ofOrganisation = (wanted: string) =>
    data.events
      .filter(({ organisationId }) => organisationId === wanted)
      .sort((one, other) => (one.id < other.id ? -1 : 1))

  return {
    addEntries: (entries) =>
      change('add-entries', null, 'job', async () => ({ answer: undefined, writes: [], entries })),

    async findEntries({ organisationId, before, from = null, action, text }, most) {
      const found = ofOrganisation(organisationId)
        .toReversed()
        .filter(
          (entry) =>
            entry.audience !== 'operator' &&
            (before === null || entry.id < before) &&
            (from === null || entry.id >= from) &&
            (action === null || entry.action === action) &&
            (text === null || searchedText(entry).includes(text)),
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
  }
}
