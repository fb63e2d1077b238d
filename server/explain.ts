import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { storyOf } from './domain/story'
import { readServerSettings, type ServerSettings } from './settings'
import { openPgliteStore } from './store/pglite'
import { openPostgresqlStore } from './store/postgresql'
import type { Store } from './store/store'

const log = { info() {}, error: console.error }

/** `npm run explain -- acme`: prints what happened to the organisation of that slug, in order. */
async function main(): Promise<void> {
  const [, , slug = ''] = process.argv
  if (!slug) throw new Error('Say whose story: npm run explain -- <slug>')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const store = await openStore(readServerSettings(process.env))
  try {
    const story = await storyOf(store, slug)
    if (!story) throw new Error(`There is no organisation with the slug ${slug}.`)
    for await (const line of story) console.info(line)
  } finally {
    await store.close()
  }
}

/** The embedded database is one process's: its server must be stopped. PostgreSQL may be in use. */
async function openStore({ databaseUrl, dataDirectory }: ServerSettings): Promise<Store> {
  if (databaseUrl) return openPostgresqlStore(databaseUrl, log)
  if (!existsSync(join(dataDirectory, 'database'))) {
    throw new Error(`There is no database in ${dataDirectory}. Set DATA_DIR to where it is.`)
  }
  return openPgliteStore(dataDirectory, log)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
