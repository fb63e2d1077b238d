import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { startPostgresql } from './postgresql'

declare module 'vitest' {
  interface ProvidedContext {
    /** For `createDatabase` in `tests/support/postgresql.ts`. */
    postgresqlUrl: string
    /** Where `tests/support/pglite.ts` keeps the database that it copies. */
    pgliteFolder: string
    /** Where the server and its commands are, each as `<name>.js`. */
    programsFolder: string
  }
}

/**
 * Vitest's global setup: one PostgreSQL for all test files of a project, one empty PGlite, and a bundle of what tests run
 * in processes of its own, as `npm run build` makes it: from its sources a server takes twice as long to start.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const pglite = mkdtempSync(join(tmpdir(), 'orglens-pglite-'))
  // Within the project, whose packages they load.
  mkdirSync('build', { recursive: true })
  const programs = resolve(mkdtempSync('build/test-programs-'))
  const bundle = () =>
    build({
      configFile: 'vite.server.config.ts',
      logLevel: 'warn',
      build: { outDir: programs },
    })
  const [{ url, stop }] = await Promise.all([startPostgresql(), bundle()])
  project.onTestsRerun(async () => void (await bundle()))
  project.provide('postgresqlUrl', url)
  project.provide('pgliteFolder', pglite)
  project.provide('programsFolder', programs)
  return async () => {
    for (const folder of [pglite, programs]) rmSync(folder, { recursive: true })
    await stop()
  }
}
