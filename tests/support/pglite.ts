import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { prepareEmbeddedStatements } from '../../server/store/prepared-statements'
import { createSqlStore, migrationsFolder } from '../../server/store/sql'
import type { Store } from '../../server/store/store'

let template: Promise<Blob> | undefined

/**
 * @returns an empty store in a PGlite in memory. The first of a test file is made from nothing and
 *   the others are copies of it, which takes a fraction of the time. Each holds hundreds of
 *   megabytes until it is closed.
 * @param watch may look at what is asked of it.
 */
export async function createPgliteTestStore(
  watch: (client: PGlite) => void = () => {},
): Promise<Store> {
  template ??= createTemplate()
  const client = await PGlite.create({ loadDataDir: await template })
  prepareEmbeddedStatements(client)
  watch(client)
  return createSqlStore(drizzle({ client }), () => client.close())
}

async function createTemplate(): Promise<Blob> {
  const client = await PGlite.create()
  await migrate(drizzle({ client }), { migrationsFolder })
  const data = await client.dumpDataDir('none')
  await client.close()
  return data
}
