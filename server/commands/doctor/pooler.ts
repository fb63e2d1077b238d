import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { connectTo, isPooled } from '../../store/postgresql/postgresql'
import { isStatementLost } from '../../store/sql/database'
import { type Finding, fault, ok, warning } from './check'

/** The timeout of each statement, in ms. */
const patience = 5_000

/** A way to PostgreSQL. */
interface Way {
  isPooled: boolean
  /** Whether each transaction gets another connection. */
  isShared: boolean
  /** Whether a prepared statement goes along with its client. */
  keepsStatements: boolean
}

/**
 * Two clients open a transaction each, so that each has a connection of its own. Afterwards a pooler in transaction mode gives
 * one client the other's: the one that was used last; or the one that has rested longest, if the other client begins again.
 */
async function follow(one: Client, other: Client): Promise<Way> {
  const question = 'select pg_backend_pid() as process'
  const prepared = {
    name: `orglens_doctor_${randomBytes(4).toString('hex')}`,
    text: question,
  }
  const ask = async (what: typeof prepared | string) =>
    (await one.query<{ process: number }>(what)).rows[0]?.process
  const both = async (statement: string) => {
    await one.query(statement)
    await other.query(statement)
  }

  await both('begin')
  const first = await ask(prepared)
  await both('rollback')
  const way = { isPooled: isPooled(one, first), isShared: false, keepsStatements: true }
  for (const isBusy of way.isPooled ? [true, false, true, false] : []) {
    if (isBusy) await other.query('begin')
    way.isShared ||= (await ask(question)) !== first
    await ask(prepared).catch((error: { code?: unknown }) => {
      if (!isStatementLost(error.code)) throw error
      way.keepsStatements = false
    })
    if (isBusy) await other.query('rollback')
  }
  await both('begin')
  // One of the two connections has it.
  for (const client of [one, other]) {
    await client.query(`deallocate ${prepared.name}`).catch(() => {})
  }
  await both('rollback')
  return way
}

/** Looks at what is between the server and PostgreSQL, and at DATABASE_PREPARED_STATEMENTS. */
export async function findPooler(url: string, preparedStatements: boolean): Promise<Finding> {
  const one = await connectTo(url, patience)
  try {
    const other = await connectTo(url, patience)
    try {
      return judge(await follow(one, other), preparedStatements)
    } finally {
      await other.end()
    }
  } finally {
    await one.end()
  }
}

function judge({ isPooled, isShared, keepsStatements }: Way, prepares: boolean): Finding {
  if (!isPooled) return ok('There is no pooler: connections lead to PostgreSQL itself.')
  if (!isShared) {
    return warning(
      'There is a pooler in session mode: each server holds as many of its connections as its own pool is large.',
      'Set pool_mode = transaction in PgBouncer.',
    )
  }
  if (prepares && !keepsStatements) {
    return fault(
      'There is a pooler in transaction mode, which loses prepared statements.',
      'Set DATABASE_PREPARED_STATEMENTS=off, or max_prepared_statements = 200 in PgBouncer 1.21 or newer.',
    )
  }
  const fate = prepares ? 'keeps prepared statements' : 'gets none prepared'
  return ok(`There is a pooler in transaction mode, which ${fate}.`)
}
