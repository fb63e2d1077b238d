import type { TestProject } from 'vitest/node'
import { startPostgresql } from './postgresql'

declare module 'vitest' {
  interface ProvidedContext {
    /** For `createDatabase` in `tests/support/postgresql.ts`. */
    postgresqlUrl: string
  }
}

/** Vitest's global setup: one PostgreSQL for all test files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresql()
  project.provide('postgresqlUrl', url)
  return stop
}
