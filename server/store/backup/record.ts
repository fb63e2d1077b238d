import type { Connection } from '../connection'

/**
 * Records that a backup is safe on a disk, for the metric of its age. A database of an earlier version has no place for
 * that.
 * @param madeAt the state that it has.
 */
export async function recordBackup(connection: Connection, madeAt: Date): Promise<void> {
  try {
    await record(connection, madeAt)
  } catch (error) {
    throw new Error(
      `The backup is complete, but its time could not be recorded in the database: ${(error as Error).message}`,
    )
  }
}

async function record(connection: Connection, madeAt: Date): Promise<void> {
  const { rows } = await connection.query<{ is_known: boolean }>(
    `select to_regclass('public.backups') is not null as is_known`,
  )
  if (!rows[0]?.is_known) return
  await connection.query(
    `insert into public.backups (name, made_at) values ('last', $1)
     on conflict (name) do update set made_at = excluded.made_at`,
    [madeAt.toISOString()],
  )
}
