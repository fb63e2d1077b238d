import { and, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { passwordLinks, secondFactors, users } from '../account-tables'
import type { Mail } from '../entities'
import type { Entries } from '../events'
import { mails } from '../schema'
import type { SecondFactorStore } from '../second-factor-store'
import { excludedColumns, run, type SqlDatabase, selectValues } from './database'
import { entryParts } from './events'
import { insertRows } from './rows'

/** Whether a row of `users` has an active second factor. */
export const hasSecondFactor = sql<boolean>`exists (
  select from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.since} is not null
)`

/** The methods for second factors. */
export function secondFactorMethods(database: SqlDatabase): SecondFactorStore {
  const part = (name: string, statement: SQL) => database.$with(name, {}).as(statement)
  const isOn = (userId: string) =>
    and(eq(secondFactors.userId, userId), isNotNull(secondFactors.since))

  /** Makes a change, which returns a row as `done`; if it does, saves what comes with it. */
  const carryOut = (
    change: SQL,
    given: readonly Mail[],
    entries: Entries,
    more: readonly SQL[] = [],
  ) =>
    run(async () => {
      const done = await database
        .with(
          part('done', change),
          ...more.map((statement, index) => part(`more_${index}`, statement)),
          part('kept_mails', insertRows(mails, given, sql`done`)),
          ...entryParts(database, entries, sql`from done`),
        )
        .select({ one: sql`1` })
        .from(sql`done`)
      return done.length === 1
    })

  /** A change of when a user must have set up a second factor. */
  const dueOf = (due: Date | null) =>
    sql`update ${users} set second_factor_due = ${due?.toISOString() ?? null}::timestamptz
      from done where ${users.id} = done.user_id`

  return {
    findSecondFactor: (userId) =>
      run(async () => {
        const [factor] = await database
          .select()
          .from(secondFactors)
          .where(eq(secondFactors.userId, userId))
        return factor ?? null
      }),

    findLinkOwner: (tokenHash, now) =>
      run(async () => {
        const link = and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now))
        const isOwner = or(
          isNotNull(passwordLinks.putsBack),
          eq(passwordLinks.emailKey, users.emailKey),
        )
        const [owner] = await database
          .select({ id: users.id })
          .from(passwordLinks)
          .innerJoin(users, and(eq(users.id, passwordLinks.userId), isOwner))
          .where(link)
        return owner?.id ?? null
      }),

    askForSecondFactor: (userId, due) =>
      run(async () => {
        await database
          .update(users)
          .set({ secondFactorDue: due })
          .where(and(eq(users.id, userId), isNull(users.secondFactorDue)))
      }),

    beginSecondFactor: (factor) =>
      run(async () => {
        const begun = await database
          .insert(secondFactors)
          // The lock makes it wait for a removal of the user, and then find nobody.
          .select(
            sql`${selectValues(secondFactors, factor)} from ${users} where ${eq(users.id, factor.userId)} for key share`,
          )
          .onConflictDoUpdate({
            target: secondFactors.userId,
            set: excludedColumns(secondFactors),
            setWhere: isNull(secondFactors.since),
          })
          .returning({ userId: secondFactors.userId })
        return begun.length === 1
      }),

    confirmSecondFactor: ({ userId, secret, since, lastStep, recoveryCodes }, given, entries) =>
      carryOut(
        sql`update ${secondFactors} set since = ${since?.toISOString()}::timestamptz,
            last_step = ${lastStep}, recovery_codes = ${textArray(recoveryCodes)}
          where ${and(
            eq(secondFactors.userId, userId),
            eq(secondFactors.secret, secret),
            isNull(secondFactors.since),
          )} returning ${secondFactors.userId}`,
        given,
        entries,
        [dueOf(null)],
      ),

    spendCode: (userId, code) => {
      if (code.kind === 'recovery') {
        return carryOut(
          sql`update ${secondFactors}
            set recovery_codes = array_remove(${secondFactors.recoveryCodes}, ${code.hash})
            where ${isOn(userId)} and ${code.hash} = any(${secondFactors.recoveryCodes})
            returning ${secondFactors.userId}`,
          code.mails,
          code.entries,
        )
      }
      const { step, secret } = code
      return run(async () => {
        const spent = await database
          .update(secondFactors)
          .set({ lastStep: step, ...(secret !== undefined && { secret }) })
          .where(
            and(isOn(userId), or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))),
          )
          .returning({ userId: secondFactors.userId })
        return spent.length === 1
      })
    },

    replaceRecoveryCodes: (userId, hashes, given, entries) =>
      carryOut(
        sql`update ${secondFactors} set recovery_codes = ${textArray(hashes)}
          where ${isOn(userId)} returning ${secondFactors.userId}`,
        given,
        entries,
      ),

    removeSecondFactor: (userId, due, given, entries) =>
      carryOut(
        sql`delete from ${secondFactors} where ${isOn(userId)} returning ${secondFactors.userId}`,
        given,
        entries,
        [dueOf(due)],
      ),

    sendNotices: async (given, entries) => {
      await carryOut(sql`select 1`, given, entries)
    },
  }
}

/** One parameter for any number of texts. */
const textArray = (texts: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`
