import type { Connection } from '../sql/database'

/**
 * Records that a backup is safe on a disk, for the metric of its age.
 * @param madeAt the time of the state that the backup contains.
 */
export async function recordBackup(connection: Connection, madeAt: Date): Promise<void> {
  try {
    await connection.query(
      `insert into public.backups (name, made_at) values ('last', $1)
       on conflict (name) do update set made_at = excluded.made_at`,
      [madeAt.toISOString()],
    )
  } catch (error) {
    throw new Error(
      `The backup is complete, but its time could not be recorded in the database: ${(error as Error).message}`,
    )
  }
}
