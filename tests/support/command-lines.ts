import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
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

/**
 * @returns a new directory, and a PATH on which `npm run` starts the operator's commands as npm does, with what follows `--`:
 *   npm itself takes longer than they do.
 */
export function newQuickProject(): { directory: string; PATH: string } {
  const directory = newDirectory()
  const npm = `#!/bin/sh
for word in "$@"; do
  shift
  case $word in
    run | --silent) ;;
    --) break ;;
    *) name=$word ;;
  esac
done
exec "${process.execPath}" "${inject('programsFolder')}/$name.js" "$@"
`
  writeFileSync(join(directory, 'npm'), npm, { mode: 0o755 })
  return { directory, PATH: `${directory}${delimiter}${process.env.PATH}` }
}

/** Runs a line of a shell in a directory. @throws Error with `code`, `stdout` and `stderr` if it fails. */
export function runLine(line: string, cwd: string, environment: Record<string, string>) {
  return promisify(execFile)('sh', ['-c', line], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...environment },
  })
}
