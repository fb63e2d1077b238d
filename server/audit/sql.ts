import { and, asc, desc, eq, getTableColumns, gt, gte, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { AuditStore } from '../api/store'
import type { ChangeStore } from '../store/change'
import { removeSome, run, type SqlDatabase } from '../store/sql/database'
import { events, signIns } from './tables'

/** What is read of the audit log and of attempts to sign in. */
export function auditMethods(database: SqlDatabase, { change }: ChangeStore): AuditStore {
  const { words: _words, ...columns } = getTableColumns(events)
  const searched = sql`concat_ws(E'\\n', ${events.words}, replace(${events.action}, '-', ' '), ${events.network})`

  return {
    addEntries: (entries) =>
      change('add-entries', null, 'job', async () => ({ answer: undefined, writes: [], entries })),

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
