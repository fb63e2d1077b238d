import { asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { removeSome, run, type SqlDatabase } from '../store/sql/database'
import type { Count, CountStore } from './counts'
import { clockTolerance } from './gcra'
import { spentCalls } from './tables'

/** A count as the statements below read it from JSON. */
const recordColumns = sql.raw(
  '"group" integer, key text, subject text, spending double precision, refill_time double precision',
)

interface CountedRow {
  group: number
  key: string
  /** In ms; below 1 the group may proceed, as of the statement's start. */
  wait: number
  counted: boolean
}

/** The store's rate limits. */
export function countMethods(database: SqlDatabase): CountStore {
  /**
   * A group that exceeds a limit writes nothing. Groups that compete for the rest of a limit lock
   * each other's rows in the order of their keys, and are decided row by row.
   */
  async function countOnce(groups: readonly (readonly Count[])[], present: number) {
    const records = recordsOf(groups)
    // Computes the same as `heldUntil` of `gcra.ts`.
    const heldUntil = (refillTime: SQL) => sql`case
      when ${spentCalls.spentUntil} > ${present} + ${refillTime} + ${clockTolerance} then ${present}
      else greatest(${spentCalls.spentUntil}, ${present}) end`
    const after = sql`${heldUntil(sql`excluded.refill_time`)} + excluded.spent_until - ${present}`
    // A fully refilled limit needs no row. Each count creates at most one row and deletes two, so
    // rows can't pile up, whatever keys clients invent.
    const { rows } = (await database.execute(sql`
      with wanted as (
        select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record(${recordColumns})
      ), removed as (
        delete from ${spentCalls} where key = any(array(
          select key from ${spentCalls}
          where spent_until <= ${present} and key not in (select key from wanted)
          order by spent_until limit ${2 * records.length} for update skip locked
        ))
      ), waits as (
        select "group", max(
          ${heldUntil(sql`wanted.refill_time`)} + spending - ${present} - wanted.refill_time
        ) as wait
        from wanted left join ${spentCalls} using (key) group by "group"
      ), counted as (
        insert into ${spentCalls} (key, subject, spent_until, refill_time)
        select key, subject, ${present} + spending, refill_time
        from wanted join waits using ("group") where wait < 1 order by key
        on conflict (key) do update set spent_until = ${after}, refill_time = excluded.refill_time
        -- Less than 1 ms is a rounding error: the fractions of a window don't add up to it.
        where ${after} - ${present} - excluded.refill_time < 1
        returning key
      )
      select "group", key, wait, exists(
        select from counted where counted.key = wanted.key
      ) as counted
      from wanted join waits using ("group")
    `)) as unknown as { rows: CountedRow[] }
    return rows
  }

  async function giveBack(counts: readonly Count[]): Promise<void> {
    if (counts.length === 0) return
    await database.execute(sql`
      update ${spentCalls} set spent_until = spent_calls.spent_until - held.spending
      from (
        select spent_calls.key, spending
        from jsonb_to_recordset(${JSON.stringify(recordsOf([counts]))}::jsonb)
          as record(${recordColumns}) join ${spentCalls} using (key)
        order by key for update of spent_calls
      ) as held
      where spent_calls.key = held.key
    `)
  }

  async function countCalls(groups: readonly (readonly Count[])[], present: number) {
    if (groups.flat().length === 0) return groups.map(() => 0)
    const rows = await countOnce(groups, present)
    const waits = groups.map(() => 0)
    for (const { group, wait } of rows) waits[group] = wait < 1 ? 0 : wait
    const counted = new Set(rows.filter((row) => row.counted).map(({ key }) => key))
    // Concurrent calls took the rest of a limit: undo the group's counts, and count again.
    const lost = groups
      .map((group, index) => ({ group, index }))
      .filter(
        ({ group, index }) => waits[index] === 0 && group.some(({ key }) => !counted.has(key)),
      )
    if (lost.length === 0) return waits
    await giveBack(lost.flatMap(({ group }) => group).filter(({ key }) => counted.has(key)))
    const again = await countCalls(
      lost.map(({ group }) => group),
      present,
    )
    for (const [turn, { index }] of lost.entries()) waits[index] = again[turn] ?? 0
    return waits
  }

  return {
    countCalls: (groups, now) => run(() => countCalls(groups, now.getTime())),

    giveBackCalls: (counts) => run(() => giveBack(counts)),

    clearCalls: (subject) =>
      run(async () => {
        // Locks the rows in the same order as other statements, to avoid deadlocks.
        const lockedKeys = database
          .select({ key: spentCalls.key })
          .from(spentCalls)
          .where(eq(spentCalls.subject, subject))
          .orderBy(asc(spentCalls.key))
          .for('update')
        await database.delete(spentCalls).where(sql`${spentCalls.key} = any(array(${lockedKeys}))`)
      }),

    removeRefilled: (now, most) =>
      run(() => removeSome(database, spentCalls, lte(spentCalls.spentUntil, now.getTime()), most)),
  }
}

function recordsOf(groups: readonly (readonly Count[])[]) {
  return groups.flatMap((counts, group) =>
    counts.map(({ key, subject = null, limit: { calls, window }, cost = 1 }) => ({
      group,
      key,
      subject,
      spending: (cost * window) / calls,
      refill_time: window,
    })),
  )
}
