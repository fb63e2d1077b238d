import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'

/** Where Debian has PostgreSQL's programs, each version in a directory of its own, newest first. */
export const postgresqlPrograms = existsSync(root)
  ? readdirSync(root)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(root, version, 'bin'))
  : []

/** @returns the path of one of PostgreSQL's programs, or its name if Debian has none. */
export function postgresqlProgram(name: string): string {
  return postgresqlPrograms.map((folder) => join(folder, name)).find(existsSync) ?? name
}
