import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { newFolder } from './folders'

/** The operator's commands, which `npm run` starts. */
const commands = ['explain', 'admin'] as const

export const pathOf = (name: (typeof commands)[number]) =>
  join(inject('programsFolder'), `${name}.js`)

/** @returns a new directory with settings of its own, none: a service on this machine may have some. It goes with the test. */
export function newDirectory(): string {
  const directory = newFolder()
  writeFileSync(join(directory, '.env'), '')
  return directory
}

/** @returns a new directory where `npm run` knows the operator's commands, as this run has bundled them. */
export function newProject(): string {
  const directory = newDirectory()
  const scripts = Object.fromEntries(commands.map((name) => [name, `node "${pathOf(name)}"`]))
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ scripts }))
  return directory
}

/** Runs a line of a shell in a directory. @throws Error with `code`, `stdout` and `stderr` if it fails. */
export function runLine(line: string, cwd: string, environment: Record<string, string>) {
  return promisify(execFile)('sh', ['-c', line], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...environment },
  })
}
