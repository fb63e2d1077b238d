import {
  and,
  eq,
  fillPlaceholders,
  type GetColumnData,
  getTableColumns,
  gt,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AuthStore } from '../api/store'
import { checkoutYouth } from '../billing/checkout/polling'
import { subscriptions } from '../billing/tables'
import { later } from '../lib/time'
import { waitForEver } from '../lib/waiting'
import { deletions, organisations, users } from '../people/tables'
import { run, type SqlDatabase } from '../store/sql/database'
import type { Ask } from '../store/sql/transact'
import { StoreReadOnly } from '../store/unavailable'
import { secondFactors } from '../two-factor/tables'
import { sessions } from './tables'

/** The values of a JSON object of columns, before they are read. */
type JsonRow = Record<string, unknown>

/**
 * Columns as one JSON object: as 25 columns they took the driver a sixth of the time of this read.
 * @returns the object's expression, and how its values are read.
 */
function jsonOf<Columns extends Record<string, PgColumn>>(columns: Columns) {
  type Row = { [Name in keyof Columns]: GetColumnData<Columns[Name]> }
  const pairs = Object.entries(columns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  )
  // Texts are the same in JSON.
  const others = Object.entries(columns).filter(([, { dataType }]) => dataType !== 'string')
  return {
    json: sql`json_build_object(${sql.join(pairs, sql`, `)})`,
    read(found: JsonRow) {
      for (const [name, column] of others) {
        if (found[name] !== null) found[name] = column.mapFromDriverValue(found[name])
      }
      return found as Row
    },
  }
}

/** Queries for sessions and links. */
export function authMethods(database: SqlDatabase, execute: Ask): AuthStore {
  const { passwordHash: _hash, createdAt: _createdAt, ...userColumns } = getTableColumns(users)
  const user = jsonOf(userColumns)
  const organisation = jsonOf(getTableColumns(organisations))
  const live = jsonOf({
    id: subscriptions.id,
    plan: subscriptions.plan,
    currency: subscriptions.currency,
    renewal: subscriptions.renewal,
  })
  const deletion = jsonOf({
    dueAt: deletions.dueAt,
    requestedAt: deletions.requestedAt,
    requestedBy: deletions.requestedBy,
  })
  // Built once, and read without Drizzle, because every signed-in call runs it.
  // The inner select hides the number of sessions: PostgreSQL would plan the statement anew for each.
  const asked = sql`unnest((select ${sql.placeholder('sessionIds')}::text[])) with ordinality as asked(id, place)`
  const caller = database
    .select({
      place: sql`asked.place::int`,
      found: sql`json_build_object(
        'user', ${user.json},
        'hasCodes', exists (
          select from ${secondFactors}
          where ${secondFactors.userId} = ${users.id} and ${secondFactors.since} is not null
        ),
        'organisation', ${organisation.json},
        'live', case when ${subscriptions.id} is not null then ${live.json} end,
        'deletion', case when ${deletions.dueAt} is not null then ${deletion.json} end,
        'mayBePaid', exists (
          select from ${subscriptions} as checkout
          where checkout.organisation_id = ${users.organisationId} and checkout.state = 'unpaid'
            and checkout.created_at > ${sql.placeholder('youngSince')}::timestamptz
        )
      )`,
    })
    .from(asked)
    .innerJoin(sessions, eq(sessions.id, sql`asked.id`))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organisations, eq(organisations.id, users.organisationId))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.organisationId, organisations.id), eq(subscriptions.state, 'live')),
    )
    .leftJoin(deletions, eq(deletions.organisationId, organisations.id))
    .where(gt(sessions.expiresAt, sql`${sql.placeholder('now')}::timestamptz`))
    .toSQL()

  interface Found {
    user: JsonRow
    hasCodes: boolean
    organisation: JsonRow
    live: JsonRow | null
    deletion: JsonRow | null
    mayBePaid: boolean
  }

  /** Finds several callers, by their place in `sessionIds`, which counts from 1. */
  const findCallers = (sessionIds: string[], now: Date) =>
    run(async () => {
      const values = fillPlaceholders(caller.params, {
        sessionIds,
        now: now.toISOString(),
        youngSince: later(now, -checkoutYouth).toISOString(),
      })
      const { rows } = await execute({ text: caller.sql, values })
      return new Map(rows as [place: number, Found][])
    })

  /** The sessions that are read at the end of this turn of the event loop; null: none. */
  let next: { sessionIds: string[]; found: Promise<Map<number, Found>> } | null = null

  /** Shares one statement among all calls of a turn of the event loop: it costs more than its rows. */
  function readTogether(now: Date) {
    const sessionIds: string[] = []
    const found = new Promise(setImmediate).then(() => {
      next = null
      return findCallers(sessionIds, now)
    })
    return { sessionIds, found }
  }

  return {
    async findCaller(sessionId, now) {
      next ??= readTogether(now)
      const place = next.sessionIds.push(sessionId)
      const found = (await next.found).get(place)
      return found
        ? {
            sessionId,
            user: user.read(found.user),
            hasCodes: found.hasCodes,
            organisation: organisation.read(found.organisation),
            live: found.live && live.read(found.live),
            deletion: found.deletion && deletion.read(found.deletion),
            mayBePaid: found.mayBePaid,
          }
        : null
    },

    async renewSession(hash, now, network) {
      waitForEver()
      const isValid = and(eq(sessions.refreshTokenHash, hash), gt(sessions.expiresAt, now))
      const changes = { lastActiveAt: now, network }
      const renewing = run(() => database.update(sessions).set(changes).where(isValid).returning())
      const [session] = await renewing.catch((error) => {
        // A database that is read-only for a while signs nobody out.
        if (!(error instanceof StoreReadOnly)) throw error
        return run(() => database.select().from(sessions).where(isValid))
      })
      return session ?? null
    },
  }
}
