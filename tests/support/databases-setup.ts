import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgresql } from './postgresql'

declare module 'vitest' {
  interface ProvidedContext {
    /** For `createDatabase` in `tests/support/postgresql.ts`. */
    postgresqlUrl: string
    /** Where `tests/support/pglite.ts` keeps the database that it copies. */
    pgliteFolder: string
  }
}

/** Vitest's global setup: one PostgreSQL for all test files of a project, and one empty PGlite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresql()
  project.provide('postgresqlUrl', url)
  const folder = mkdtempSync(join(tmpdir(), 'orglens-pglite-'))
  project.provide('pgliteFolder', folder)
  return async () => {
    rmSync(folder, { recursive: true })
    await stop()
  }
}
