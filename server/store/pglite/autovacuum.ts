import type { PGlite } from '@electric-sql/pglite'
import type { Log } from '../../lib/log'

/** The interval between checks, in ms: PostgreSQL's `autovacuum_naptime`. */
const pause = 60_000

/**
 * The tables that PostgreSQL's autovacuum would process. Source: PostgreSQL, "The Autovacuum
 * Daemon", with the default thresholds and scale factors.
 */
const tablesInNeed = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup
     or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
     or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

/**
 * Replaces PostgreSQL's autovacuum and checkpointer, which the embedded database lacks.
 * Without it, 20,000 rows that come and go leave 22 MB instead of 0.2 MB, and the write-ahead log is never emptied, until
 * the disk is full.
 * @returns a function that stops it, and resolves when it is idle.
 */
export function startAutovacuum(client: PGlite, log: Log): () => Promise<void> {
  let position: unknown
  let turn = Promise.resolve()
  let stopped = false

  async function keepUp(): Promise<void> {
    const tables = await client.query<{ name: string }>(tablesInNeed)
    // One at a time, so that calls are answered in between.
    for (const { name } of tables.rows) {
      if (!stopped) await client.exec(`vacuum (analyze) ${name}`)
    }
    if ((await logPosition()) === position || stopped) return
    await client.exec('checkpoint')
    position = await logPosition()
  }

  async function logPosition(): Promise<unknown> {
    const { rows } = await client.query<{ position: string }>(
      'select pg_current_wal_insert_lsn()::text as position',
    )
    return rows[0]?.position
  }

  const timer = setInterval(() => {
    turn = turn.then(keepUp).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      log.error('Database maintenance failed', { reason })
    })
  }, pause)
  timer.unref()

  return async () => {
    stopped = true
    clearInterval(timer)
    await turn
  }
}
