import { getTableColumns, sql } from 'drizzle-orm'
import { dayOf } from '../lib/time'
import type { Entry } from '../store/entry'
import { placeOf, statementOf } from '../store/sql/change-statements'
import { columnsOf } from '../store/sql/rows'
import type { Statement } from '../store/sql/transact'
import { foldKeyOf, maxEntriesOfDay, mayFold, restOf, wordsOf } from './events'
import { events } from './tables'

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

/** How many entries the author has of that kind and day, for that audience. */
const before = sql`(select count(*)::int as count from ${events}
  where ${events.actorId} = ${placeOf('actorId', events.actorId)}
    and ${events.action} = ${placeOf('action', events.action)}
    and ${events.audience} = ${placeOf('audience', events.audience)}
    and ${events.at} >= ${placeOf('from', events.at)}
    and ${events.at} < ${placeOf('to', events.at)}) as before`

const savingAll = () => sql`${insertion} from ${rows} on conflict (once) do nothing`

const savingUpToMost = () => sql`${insertion} from ${before}, ${rows}
  where before.count + element.ordinal <= ${most} on conflict (once) do nothing`

/** Counts, of as many new entries, those beyond the maximum. */
const countingTheRest = () => sql`${insertion} from ${before},
    lateral (select least(${placeOf('length')}::int, before.count + ${placeOf('length')}::int - ${most})
      as times) as rest,
    jsonb_populate_record(null::${events}, jsonb_set(${placeOf('rest')}::jsonb, '{details,count}',
      to_jsonb(rest.times))) as given
  where rest.times > 0
  on conflict (once) do update set details = jsonb_set(${events.details}, '{count}',
    to_jsonb((${events.details} ->> 'count')::int + (excluded.details ->> 'count')::int))`

/** @returns the statements for entries that count together: those beyond the maximum are counted first. */
function foldingStatements(first: Entry, entries: readonly Entry[]): Statement[] {
  const { actorId, action, audience, at } = first
  const alike = { actorId, action, audience, ...dayOf(at) }
  const rest = JSON.stringify(rowOf(restOf(first, 0)))
  return [
    statementOf('rest of entries', countingTheRest, { rest, length: entries.length, ...alike }),
    statementOf('entries that fold', savingUpToMost, { rows: rowsOf(entries), ...alike }),
  ]
}

const rowsOf = (entries: readonly Entry[]) => JSON.stringify(entries.map(rowOf))

/**
 * @returns the statements that save entries, in this order (D94). Of those that fold, entries of the same instant may
 *   exceed the maximum.
 */
export function entryStatements(entries: readonly Entry[]): Statement[] {
  const kept = entries.filter((entry) => !mayFold(entry))
  const folding = new Map<string, [Entry, ...Entry[]]>()
  for (const entry of entries.filter(mayFold)) {
    const key = foldKeyOf(entry)
    const others = folding.get(key)
    if (others) others.push(entry)
    else folding.set(key, [entry])
  }
  return [
    ...(kept.length > 0 ? [statementOf('entries', savingAll, { rows: rowsOf(kept) })] : []),
    ...[...folding.values()].flatMap((alike) => foldingStatements(alike[0], alike)),
  ]
}
