import { fileURLToPath } from 'node:url'
import { and, DrizzleQueryError, eq, gt, type SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { constraints, organisations, sessions, users } from './schema'
import type { Membership, Store } from './store'

/**
 * Where the migrations are: beside this file, and beside the bundle (`vite.server.config.ts` copies
 * them there).
 */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** What PGlite and node-postgres have in common. */
export type SqlDatabase = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** The driver's error, whose fields are those of PostgreSQL's protocol. */
type DriverError = Error & { code?: unknown; constraint?: unknown }

function driverErrorOf(error: unknown): DriverError | null {
  return error instanceof DrizzleQueryError && error.cause instanceof Error ? error.cause : null
}

/**
 * @returns the name of the unique constraint that a statement would have broken, or null when it
 *   failed for another reason. Source: PostgreSQL, "Error Codes", 23505 unique_violation.
 */
function brokenUniqueConstraint(error: unknown): unknown {
  const driverError = driverErrorOf(error)
  return driverError?.code === '23505' ? driverError.constraint : null
}

/**
 * PostgreSQL ended the statement because of another one, without having changed anything: trying
 * again is what its manual advises. (Two users who take each other's e-mail address at the same
 * time deadlock, for example.) Source: PostgreSQL, "Error Codes", 40001 serialization_failure and
 * 40P01 deadlock_detected.
 */
function isWorthRetrying(error: unknown): boolean {
  const code = driverErrorOf(error)?.code
  return code === '40001' || code === '40P01'
}

/** The queries' errors quote their parameters, that is, password hashes: these must reach no log. */
function withoutParameters(error: unknown): unknown {
  const driverError = driverErrorOf(error)
  if (!driverError) return error
  const { code, message } = driverError
  const reason = [code, message].filter(Boolean).join(' ') || driverError.name
  return new Error(`The database failed: ${reason}`)
}

/**
 * Runs one step of the store, and once more if another one got in its way.
 * @throws Error whose text says what the database said, without the data of the query.
 */
async function run<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step().catch((error: unknown) => {
      if (!isWorthRetrying(error)) throw error
      return step()
    })
  } catch (error) {
    throw withoutParameters(error)
  }
}

/**
 * A store in an SQL database whose migrations have run. Every method that writes is a single
 * statement, so that it is atomic without a transaction, and leaves uniqueness to constraints, so
 * that servers that share the database can't get past each other.
 * @param database PGlite's or node-postgres's, through Drizzle.
 * @param close ends the database's connections; called at most once.
 */
export function createSqlStore(database: SqlDatabase, close: () => Promise<void>): Store {
  let closing: Promise<void> | undefined

  async function findMembership(condition: SQL | undefined): Promise<Membership | null> {
    const [membership] = await database
      .select({ user: users, organisation: organisations })
      .from(users)
      .innerJoin(organisations, eq(organisations.id, users.organisationId))
      .where(condition)
    return membership ?? null
  }

  return {
    createOrganisation: (organisation, admin) =>
      run(async () => {
        const keptAdmin = database.$with('kept_admin').as(database.insert(users).values(admin))
        try {
          await database.with(keptAdmin).insert(organisations).values(organisation)
          return 'created'
        } catch (error) {
          const constraint = brokenUniqueConstraint(error)
          if (constraint === constraints.userEmailKey) return 'email-taken'
          if (constraint !== constraints.organisationSlug) throw error
          // Both may be taken, and PostgreSQL names only one of the two.
          const owner = await findMembership(eq(users.emailKey, admin.emailKey))
          return owner ? 'email-taken' : 'organisation-exists'
        }
      }),

    addUser: (user) =>
      run(async () => {
        const added = await database
          .insert(users)
          .values(user)
          .onConflictDoNothing({ target: users.emailKey })
          .returning({ id: users.id })
        return added.length === 1 ? 'added' : 'email-taken'
      }),

    findOrganisationBySlug: (slug) =>
      run(async () => {
        const [organisation] = await database
          .select()
          .from(organisations)
          .where(eq(organisations.slug, slug))
        return organisation ?? null
      }),

    findMembershipByEmailKey: (emailKey) => run(() => findMembership(eq(users.emailKey, emailKey))),

    updateUser: (userId, { fullName, email, emailKey, contactNumber }) =>
      run(async () => {
        try {
          const [updated] = await database
            .update(users)
            .set({ fullName, email, emailKey, contactNumber })
            .from(organisations)
            .where(and(eq(users.id, userId), eq(organisations.id, users.organisationId)))
            .returning()
          if (!updated) return 'no-such-user'
          const { organisations: organisation, ...user } = updated
          return { user, organisation }
        } catch (error) {
          if (brokenUniqueConstraint(error) === constraints.userEmailKey) return 'email-taken'
          throw error
        }
      }),

    createSession: (session) =>
      run(async () => {
        await database.insert(sessions).values(session)
      }),

    findMembershipBySession: (sessionId, now) =>
      run(async () => {
        const [membership] = await database
          .select({ user: users, organisation: organisations })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .innerJoin(organisations, eq(organisations.id, users.organisationId))
          .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)))
        return membership ?? null
      }),

    findSessionByRefreshTokenHash: (hash, now) =>
      run(async () => {
        const [session] = await database
          .select()
          .from(sessions)
          .where(and(eq(sessions.refreshTokenHash, hash), gt(sessions.expiresAt, now)))
        return session ?? null
      }),

    close: () => {
      closing ??= close()
      return closing
    },
  }
}
