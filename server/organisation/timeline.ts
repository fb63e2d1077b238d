import type { AuditStore } from '../api/store'
import type { SignIn } from '../audit/tables'
import type { Entry } from '../store/entry'

/** The number of rows that are read at once. */
const batch = 200

/**
 * @param find finds up to `most` items after an id.
 * @param after the id after which to begin; null for the first item.
 * @returns all items, read in batches.
 */
export async function* inBatches<Item extends { id: string }>(
  find: (after: string | null, most: number) => Promise<Item[]>,
  after: string | null = null,
): AsyncGenerator<Item> {
  for (let last: string | null | undefined = after; ; ) {
    const items: Item[] = await find(last, batch)
    yield* items
    last = items.at(-1)?.id
    if (last === undefined || items.length < batch) return
  }
}

export type TimelineEvent = Entry | SignIn

export const isSignIn = (one: TimelineEvent): one is SignIn => 'result' in one

/**
 * @param from the beginning of the first id; null for the first event.
 * @returns the entries and the sign-in attempts of an organisation, in order.
 */
export async function* timelineOf(
  store: Pick<AuditStore, 'findHistory' | 'findSignIns'>,
  organisationId: string,
  from: string | null = null,
): AsyncGenerator<TimelineEvent> {
  const entries = inBatches((after, most) => store.findHistory(organisationId, after, most), from)
  const signIns = inBatches((after, most) => store.findSignIns(organisationId, after, most), from)
  let [entry, signIn] = [await entries.next(), await signIns.next()]
  while (!entry.done || !signIn.done) {
    if (signIn.done || (!entry.done && entry.value.id < signIn.value.id)) {
      yield entry.value
      entry = await entries.next()
    } else {
      yield signIn.value
      signIn = await signIns.next()
    }
  }
}
