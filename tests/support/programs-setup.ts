import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server and its commands are, each as `<name>.js`. */
    programsFolder: string
  }
}

/**
 * Vitest's global setup: bundles what tests run in processes of its own, as `npm run build` does. From its
 * sources a server takes twice as long to start.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  // Within the project, whose packages they load.
  mkdirSync('build', { recursive: true })
  const folder = resolve(mkdtempSync('build/test-programs-'))
  const bundle = () =>
    build({
      configFile: 'vite.server.config.ts',
      logLevel: 'warn',
      build: { outDir: folder },
    })
  await bundle()
  project.onTestsRerun(async () => void (await bundle()))
  project.provide('programsFolder', folder)
  return () => rmSync(folder, { recursive: true })
}
