import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import {
  dayOf,
  type Entries,
  type Entry,
  type EventStore,
  maxEntriesOfDay,
  restOf,
  type UnplacedEntry,
  wordsOf,
} from '../events'
import { events } from '../schema'
import { run, type SqlDatabase } from './database'
import { columnsOf } from './rows'

/** @returns an entry as a row, for `jsonb_populate_record`. */
function rowOf(entry: Entry): Record<string, unknown> {
  const values: Record<string, unknown> = { ...entry, words: wordsOf(entry) }
  const columns = Object.entries(getTableColumns(events))
  return Object.fromEntries(columns.map(([name, { name: column }]) => [column, values[name]]))
}

/** A part of a statement, with its name. */
type Part = readonly [name: string, statement: SQL]

/**
 * @param entries entries of one day and, if they are a user's, of one user.
 * @param gate a source with one row if the entries are to be saved, and none otherwise; absent: always.
 * @param filling JSON of columns that only the statement knows; it may refer to the gate's columns.
 * @param prefix of the parts' names, for a statement with two sets of entries.
 * @returns the parts that save the entries: at most `maxEntriesOfDay` per user, then one that counts
 * the rest. Entries of the same instant may exceed the maximum.
 */
function partsOf(entries: Entries, gate: SQL, filling: SQL, prefix: string): Part[] {
  const [first] = entries
  const most = sql.raw(String(maxEntriesOfDay))
  const length = sql.raw(String(entries.length))
  const sources = sql`${sql.identifier(`${prefix}entries_gate`)} as gate, ${sql.identifier(`${prefix}entries_before`)} as before`
  const kept = sql`jsonb_populate_record(null::${events}, given.entry || gate.filling) as kept`
  const given = sql`jsonb_array_elements(${JSON.stringify(entries.map(rowOf))}::jsonb)
    with ordinality as given(entry, ordinal)`
  const main: Part[] = [
    [`${prefix}entries_gate`, sql`select ${filling} as filling ${gate}`],
    [`${prefix}entries_before`, countOf(first)],
    [
      `${prefix}entries`,
      sql`insert into ${events} (${columnsOf(events)}) select ${columnsOf(events, 'kept')}
        from ${sources}, ${given}, ${kept}
        where before.count is null or before.count + given.ordinal <= ${most}
        on conflict (once) do nothing`,
    ],
  ]
  if (first.actorId === null) return main
  const rest = sql`lateral (select least(${length}, before.count + ${length} - ${most}) as times) as rest`
  const counting = sql`lateral (select ${JSON.stringify(rowOf(restOf(first, 0)))}::jsonb
    || jsonb_build_object('details', jsonb_build_object('count', rest.times)) as entry) as given`
  return [
    ...main,
    [
      `${prefix}entries_rest`,
      sql`insert into ${events} (${columnsOf(events)}) select ${columnsOf(events, 'kept')}
        from ${sources}, ${rest}, ${counting}, ${kept}
        where rest.times > 0
        on conflict (once) do update set details = jsonb_build_object('count',
          (${events.details} ->> 'count')::int + (excluded.details ->> 'count')::int)`,
    ],
  ]
}

/** @returns a query for how many entries a user has left that day; null if nobody counts them. */
function countOf({ actorId, at }: Entry): SQL {
  if (actorId === null) return sql`select null::int as count`
  const { from, to } = dayOf(at)
  return sql`select count(*)::int as count from ${events} where ${events.actorId} = ${actorId}
    and ${events.at} >= ${from.toISOString()}::timestamptz and ${events.at} < ${to.toISOString()}::timestamptz`
}

/** `partsOf` for Drizzle's statements. */
export function entryParts(
  database: SqlDatabase,
  entries: Entries,
  gate: SQL = sql``,
  { filling = sql`'{}'::jsonb`, prefix = '' }: { filling?: SQL; prefix?: string } = {},
) {
  return partsOf(entries, gate, filling, prefix).map(([name, statement]) =>
    database.$with(name, {}).as(statement),
  )
}

/** `partsOf` to follow the parts of a hand-written statement. */
export function entrySql(entries: Entries, gate: SQL, filling: SQL = sql`'{}'::jsonb`): SQL {
  const parts = partsOf(entries, gate, filling, '')
  return sql.join(
    parts.map(([name, statement]) => sql`, ${sql.identifier(name)} as (${statement})`),
  )
}

/** @returns the entry, whose organisation the statement fills in. */
export const placed = (entry: UnplacedEntry): Entries => [{ ...entry, organisationId: '' }]

/** The methods for the audit log. */
export function eventMethods(database: SqlDatabase): EventStore {
  const { words: _words, ...columns } = getTableColumns(events)
  const searched = sql`concat_ws(E'\\n', ${events.words}, replace(${events.action}, '-', ' '), ${events.network})`

  return {
    addEntries: (entries) =>
      run(async () => {
        await database
          .with(...entryParts(database, entries))
          .select({ one: sql`1` })
          .from(sql`entries_gate`)
      }),

    findEntries: ({ organisationId, before, from = null, action, text }, most) =>
      run(() =>
        database
          .select(columns)
          .from(events)
          .where(
            and(
              eq(events.organisationId, organisationId),
              ne(events.audience, 'operator'),
              before === null ? undefined : lt(events.id, before),
              from === null ? undefined : gte(events.id, from),
              action === null ? undefined : eq(events.action, action),
              text === null ? undefined : sql`position(${text} in ${searched}) > 0`,
            ),
          )
          .orderBy(desc(events.id))
          .limit(most),
      ),

    findEntryBefore: (organisationId, before, distance) =>
      run(async () => {
        const [entry] = await database
          .select({ id: events.id })
          .from(events)
          .where(
            and(
              eq(events.organisationId, organisationId),
              before === null ? undefined : lt(events.id, before),
            ),
          )
          .orderBy(desc(events.id))
          .offset(distance)
          .limit(1)
        return entry?.id ?? null
      }),

    findHistory: (organisationId, after, most, userId) =>
      run(() =>
        database
          .select(columns)
          .from(events)
          .where(
            and(
              eq(events.organisationId, organisationId),
              userId === undefined
                ? undefined
                : or(eq(events.actorId, userId), eq(events.subjectId, userId)),
              after === null ? undefined : gt(events.id, after),
            ),
          )
          .orderBy(asc(events.id))
          .limit(most),
      ),
  }
}
