import type { PGlite } from '@electric-sql/pglite'
import { DrizzleQueryError } from 'drizzle-orm'
import { prepareEmbeddedStatements } from '../prepared-statements'
import type { Ask, Statement, Transact } from '../sql/transact'

/**
 * Lets the embedded database prepare its statements.
 * @returns how to run transactions, and statements by themselves.
 */
export function embeddedTransactions(client: PGlite): { transact: Transact; execute: Ask } {
  const executeNow = prepareEmbeddedStatements(client)
  const askBy =
    (execute: typeof executeNow): Ask =>
    async ({ text, values }: Statement) => {
      try {
        const { rows, affectedRows = 0 } = await execute(text, values, { rowMode: 'array' })
        return { rows: rows as unknown as unknown[][], count: affectedRows }
      } catch (error) {
        throw new DrizzleQueryError(text, values, error as Error)
      }
    }

  return {
    execute: askBy((text, values, options) => client.query(text, values, options)),

    transact: (_isolation, work) => {
      const ask = askBy(executeNow)
      // There is one connection: nobody else can see or change anything meanwhile.
      return client.transaction(async (transaction) => {
        const last = await work(ask)
        if (!last) return await transaction.rollback()
        for (const statement of last) await ask(statement)
      })
    },
  }
}
