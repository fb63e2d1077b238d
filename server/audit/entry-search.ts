import { runSeriallyPerKey } from '../api/run-serially-per-key'
import type { AuditStore, EntryFilter } from '../api/store'
import { nextTurn } from '../lib/time'
import type { Entry } from '../store/entry'

/** How many entries one statement searches. In 80,000 it takes 0.1 to 0.6 s, and other calls wait. */
const usualSpan = 5_000
/** How many searches of one organisation may wait for one under way. */
const mostWaiting = 5

type Searched = Pick<AuditStore, 'findEntries' | 'findEntryBefore'>

/**
 * Finds entries by text or action, for which there is no index. The searches of one organisation run one
 * after another, so that they can't occupy the database.
 * @param span how many entries one statement searches.
 * @returns up to `most`, newest first.
 * @throws BusyError if too many wait.
 */
export async function searchEntries(
  store: Searched,
  filter: EntryFilter,
  most: number,
  span = usualSpan,
): Promise<Entry[]> {
  const search = () => searchInParts(store, filter, most, span)
  return await runSeriallyPerKey(store, `search ${filter.organisationId}`, mostWaiting, search)
}

async function searchInParts(
  store: Searched,
  filter: EntryFilter,
  most: number,
  span: number,
): Promise<Entry[]> {
  const found: Entry[] = []
  for (let { before } = filter; ; ) {
    const from = await store.findEntryBefore(filter.organisationId, before, span - 1)
    const part = await store.findEntries({ ...filter, before, from }, most - found.length)
    for (const entry of part) found.push(entry)
    if (from === null || found.length === most) return found
    before = from
    await nextTurn()
  }
}
