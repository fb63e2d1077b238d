import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { searchText } from '../../contract/search-text'
import type { AuditStore, ErasureStore } from '../api/store'
import type { ChangeStore } from '../store/change'
import type { Entry } from '../store/entry'
import { insertionStatement, placeOf, statementOf } from '../store/sql/change-statements'
import { removeSome, run, type SqlDatabase } from '../store/sql/database'
import type { Statement, Transact } from '../store/sql/transact'
import { entriesWithPerson, formerMember, wordsOf } from './events'
import { events, signIns } from './tables'

/** @returns the statement that saves entries. Of those with the same `once`, the first one is saved. */
export function entryStatement(entries: readonly Entry[]): Statement {
  const rows = entries.map((entry) => ({ ...entry, words: wordsOf(entry) }))
  return insertionStatement(events, { kind: 'ensure', key: ['once'], rows })
}

/** Queries for the audit log and attempts to sign in. */
export function auditMethods(database: SqlDatabase, { change }: ChangeStore): AuditStore {
  const { words: _words, ...columns } = getTableColumns(events)
  const searched = sql`concat_ws(E'\\n', ${events.words}, replace(${events.action}, '-', ' '), ${events.network})`

  return {
    addEntries: (entries) =>
      change('add-entries', null, null, async () => ({ answer: undefined, writes: [], entries })),

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
              text === null ? undefined : sql`position(${searchText(text)} in ${searched}) > 0`,
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

    findSignIns: (organisationId, after, most, userId) =>
      run(() =>
        database
          .select()
          .from(signIns)
          .where(
            and(
              eq(signIns.organisationId, organisationId),
              userId === undefined ? undefined : eq(signIns.userId, userId),
              after === null ? undefined : gt(signIns.id, after),
            ),
          )
          .orderBy(asc(signIns.id))
          .limit(most),
      ),

    removeEntries: (until, most) =>
      run(() => removeSome(database, events, lte(events.at, until), most)),
  }
}

/** Erases a person from all entries of their organisation, in one statement. */
const erasure = () => {
  const isActor = sql`coalesce(${events.actorId} = any (${placeOf('ids')}), false)`
  const isSubject = sql`coalesce(${events.subjectId} = any (${placeOf('ids')})
    or ${events.subject} = any (${placeOf('addresses')}), false)`
  const isListed = sql`coalesce(${events.details} -> 'addresses' ?| ${placeOf('addresses')}, false)`
  const saysWho = inArray(events.action, [...entriesWithPerson])
  const erased = (text: SQL, erasedOnes: 'addresses' | 'words') =>
    sql`case when ${text} = any (${placeOf(erasedOnes)}) then ${formerMember} else ${text} end`
  const otherAddresses = sql`(select jsonb_agg(${erased(sql`address`, 'addresses')} order by place)
    from jsonb_array_elements_text(${events.details} -> 'addresses') with ordinality as listed(address, place))`
  // The other addresses on the list can still be found.
  const otherWords = sql`(select string_agg(${erased(sql`word`, 'words')}, E'\\n')
    from unnest(string_to_array(${events.words}, E'\\n')) as word)`
  return sql`update ${events} set
    actor_name = case when ${isActor} then ${formerMember} else actor_name end,
    actor_email = case when ${isActor} then null else actor_email end,
    network = case when ${isActor} then null else network end,
    details = case when ${isActor} and ${saysWho} then '{}'::jsonb
      when ${isListed} then jsonb_set(details, '{addresses}', ${otherAddresses}) else details end,
    subject = case when ${isSubject} then ${formerMember} else subject end,
    words = case when ${isActor} or ${isSubject} then ${formerMember} else ${otherWords} end
    where ${events.organisationId} = ${placeOf('organisationId')}
      and (${isActor} or ${isSubject} or ${isListed})`
}

/** Erases a person from the audit log. */
export function erasureMethods(transact: Transact): ErasureStore {
  return {
    erasePerson: (organisationId, { ids, addresses }, entries) =>
      run(async () => {
        let count = 0
        await transact('latest', async (ask) => {
          const words = addresses.map(searchText)
          const parameters = { organisationId, ids, addresses, words }
          ;({ count } = await ask(statementOf('erase a person', erasure, parameters)))
          return [entryStatement(entries)]
        })
        return count
      }),
  }
}
