import { and, asc, eq, lte, ne, sql } from 'drizzle-orm'
import { spentCalls } from '../schema'
import type { Store } from '../store'
import { run, type SqlDatabase } from './database'

/** The store's part that counts calls. */
export function rateLimitMethods(database: SqlDatabase): Pick<Store, 'countCall'> {
  return {
    countCall: (key, { calls, window }, now) =>
      run(async () => {
        const present = now.getTime()
        const spentUntil = sql`greatest(${spentCalls.spentUntil}, ${present}) + ${window / calls}`
        // A limit whose calls are all back is as good as none. Each call makes one row at most and
        // removes two, so that rows can't pile up, whoever makes keys up.
        const restored = database
          .select({ key: spentCalls.key })
          .from(spentCalls)
          .where(and(lte(spentCalls.spentUntil, present), ne(spentCalls.key, key)))
          .orderBy(asc(spentCalls.spentUntil))
          .limit(2)
          .for('update', { skipLocked: true })
        const removed = database
          .$with('removed')
          .as(database.delete(spentCalls).where(sql`${spentCalls.key} = any(array(${restored}))`))
        const counted = await database
          .with(removed)
          .insert(spentCalls)
          .values({ key, spentUntil: present + window / calls })
          .onConflictDoUpdate({
            target: spentCalls.key,
            set: { spentUntil },
            // Less than 1 ms is a rounding error: the fractions of a window don't add up to it.
            setWhere: sql`${spentUntil} - ${present} - ${window} < 1`,
          })
          .returning({ key: spentCalls.key })
        if (counted.length === 1) return 0
        const [refused] = await database
          .select({ spentUntil })
          .from(spentCalls)
          .where(eq(spentCalls.key, key))
        return Math.max(1, Number(refused?.spentUntil ?? 0) - present - window)
      }),
  }
}
