import { and, asc, desc, eq, getTableColumns, gt, gte, lt, ne, or, sql } from 'drizzle-orm'
import type { ChangeStore } from '../change'
import type { EventStore } from '../events'
import { events } from '../schema'
import { run, type SqlDatabase } from './database'

/** The methods for the audit log. */
export function eventMethods(database: SqlDatabase, { change }: ChangeStore): EventStore {
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
  }
}
