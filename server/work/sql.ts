import { eq, lte } from 'drizzle-orm'
import { run, type SqlDatabase } from '../store/sql/database'
import type { WorkStore } from './reads'
import { chores } from './tables'

/** The methods for chores. */
export function choreMethods(
  database: SqlDatabase,
): Pick<WorkStore, 'takeChore' | 'postponeChore'> {
  return {
    takeChore: (name, now, until) =>
      run(async () => {
        const taken = await database
          .insert(chores)
          .values({ name, nextAt: until })
          .onConflictDoUpdate({
            target: chores.name,
            set: { nextAt: until },
            setWhere: lte(chores.nextAt, now),
          })
          .returning({ name: chores.name })
        return taken.length === 1
      }),

    postponeChore: (name, nextAt) =>
      run(async () => {
        await database.update(chores).set({ nextAt }).where(eq(chores.name, name))
      }),
  }
}
