import { inArray, sql } from 'drizzle-orm'
import type { ErasureStore } from '../erasure-store'
import { entriesWithPerson, formerMember } from '../events'
import { events } from '../schema'
import { placeOf, statementOf } from './change-statements'
import { run } from './database'
import { entryStatements } from './entry-statements'
import type { Transact } from './transact'

/** Takes a person out of all entries of their organisation: one statement, however many there are. */
const erasure = () => {
  const isActor = sql`coalesce(${events.actorId} = any (${placeOf('ids')}), false)`
  const isSubject = sql`coalesce(${events.subjectId} = any (${placeOf('ids')})
    or ${events.subject} = any (${placeOf('addresses')}), false)`
  const saysWho = inArray(events.action, [...entriesWithPerson])
  return sql`update ${events} set
    actor_name = case when ${isActor} then ${formerMember} else actor_name end,
    actor_email = case when ${isActor} then null else actor_email end,
    network = case when ${isActor} then null else network end,
    details = case when ${isActor} and ${saysWho} then '{}'::jsonb else details end,
    subject = case when ${isSubject} then ${formerMember} else subject end,
    words = ${formerMember}
    where ${events.organisationId} = ${placeOf('organisationId')} and (${isActor} or ${isSubject})`
}

/** The method that erases a person. */
export function erasureMethods(transact: Transact): ErasureStore {
  return {
    erasePerson: (organisationId, { ids, addresses }, entries) =>
      run(async () => {
        let count = 0
        await transact('latest', async (ask) => {
          const given = { organisationId, ids, addresses }
          ;({ count } = await ask(statementOf('erase a person', erasure, given)))
          return entryStatements(entries)
        })
        return count
      }),
  }
}
