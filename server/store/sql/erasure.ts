import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { organisations } from '../account-tables'
import { billings, receipts, refunds, subscriptions } from '../billing-tables'
import type { ErasureStore } from '../erasure-store'
import { entriesWithPerson, formerMember } from '../events'
import { events } from '../schema'
import { placeOf, statementOf } from './change-statements'
import { run, type SqlDatabase } from './database'
import { entryStatements } from './entry-statements'
import type { Transact } from './transact'

/** Takes a person out of all entries of their organisation: one statement, however many there are. */
const erasure = () => {
  const isActor = sql`coalesce(${events.actorId} = ${placeOf('id')}, false)`
  const isSubject = sql`coalesce(${events.subjectId} = ${placeOf('id')}
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

/** The methods that erase a person or an organisation. */
export function erasureMethods(database: SqlDatabase, transact: Transact): ErasureStore {
  return {
    erasePerson: (organisationId, { id, addresses }, entries) =>
      run(async () => {
        let count = 0
        await transact('latest', async (ask) => {
          const given = { organisationId, id, addresses }
          ;({ count } = await ask(statementOf('erase a person', erasure, given)))
          return entryStatements(entries)
        })
        return count
      }),

    deleteOrganisation: (organisationId) =>
      run(async () => {
        const isOurs = eq(subscriptions.organisationId, organisationId)
        const unsettled = database
          .select({ one: sql`1` })
          .from(subscriptions)
          .leftJoin(
            refunds,
            and(eq(refunds.subscriptionId, subscriptions.id), eq(refunds.state, 'owed')),
          )
          .where(
            and(
              isOurs,
              or(
                eq(subscriptions.state, 'live'),
                isNotNull(subscriptions.nextCheckAt),
                isNotNull(refunds.paymentId),
              ),
            ),
          )
        // A row added meanwhile refers to the organisation: then the statement fails and deletes nothing.
        const isSettled = sql`not exists (${unsettled})`
        const gone = (name: string, of: typeof subscriptions | typeof billings | typeof receipts) =>
          database
            .$with(name, {})
            .as(
              sql`delete from ${of} where ${of.organisationId} = ${organisationId} and ${isSettled}`,
            )
        const deleted = await database
          .with(
            gone('gone_subscriptions', subscriptions),
            gone('gone_billings', billings),
            gone('gone_receipts', receipts),
          )
          .delete(organisations)
          .where(and(eq(organisations.id, organisationId), isSettled))
          .returning({ id: organisations.id })
        return deleted.length === 1
      }),
  }
}
