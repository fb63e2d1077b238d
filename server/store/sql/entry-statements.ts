import { getTableColumns, sql } from 'drizzle-orm'
import { dayOf, type Entries, type Entry, maxEntriesOfDay, restOf, wordsOf } from '../events'
import { events } from '../schema'
import { placeOf, statementOf } from './change-statements'
import { columnsOf } from './rows'
import type { Statement } from './transact'

/** @returns an entry as a row, by the columns' names. */
function rowOf(entry: Entry): Record<string, unknown> {
  const values: Record<string, unknown> = { ...entry, words: wordsOf(entry) }
  const columns = Object.entries(getTableColumns(events))
  return Object.fromEntries(columns.map(([name, { name: column }]) => [column, values[name]]))
}

const insertion = sql`insert into ${events} (${columnsOf(events)})
  select ${columnsOf(events, 'given')}`
const rows = sql`jsonb_array_elements(${placeOf('rows')}::jsonb) with ordinality as element(entry, ordinal),
  jsonb_populate_record(null::${events}, element.entry) as given`
const most = sql.raw(String(maxEntriesOfDay))

/** How many entries the author has of that day, without the one that counts the rest. */
const before = sql`(select count(*)::int as count from ${events}
  where ${events.actorId} = ${placeOf('actorId', events.actorId)} and ${events.action} <> 'more'
    and ${events.at} >= ${placeOf('from', events.at)}
    and ${events.at} < ${placeOf('to', events.at)}) as before`

const entriesOfNobody = () => sql`${insertion} from ${rows} on conflict (once) do nothing`

const entriesOfAuthor = () => sql`${insertion} from ${before}, ${rows}
  where before.count + element.ordinal <= ${most} on conflict (once) do nothing`

/** Counts, of as many new entries, those beyond the maximum. */
const restOfAuthor = () => sql`${insertion} from ${before},
    lateral (select least(${placeOf('length')}::int, before.count + ${placeOf('length')}::int - ${most})
      as times) as rest,
    jsonb_populate_record(null::${events}, ${placeOf('rest')}::jsonb
      || jsonb_build_object('details', jsonb_build_object('count', rest.times))) as given
  where rest.times > 0
  on conflict (once) do update set details = jsonb_build_object('count',
    (${events.details} ->> 'count')::int + (excluded.details ->> 'count')::int)`

/**
 * @param entries of one day and, if they are a user's, of one user.
 * @returns the statements that save them, in this order: at most `maxEntriesOfDay` of a user, then one that counts the
 *   rest. Entries of the same instant may exceed the maximum.
 */
export function entryStatements(entries: Entries): Statement[] {
  const [first] = entries
  const given = { rows: JSON.stringify(entries.map(rowOf)) }
  if (first.actorId === null) return [statementOf('entries of nobody', entriesOfNobody, given)]
  const author = { actorId: first.actorId, ...dayOf(first.at) }
  const rest = JSON.stringify(rowOf(restOf(first, 0)))
  return [
    statementOf('rest of entries', restOfAuthor, { rest, length: entries.length, ...author }),
    statementOf('entries of an author', entriesOfAuthor, { ...given, ...author }),
  ]
}
