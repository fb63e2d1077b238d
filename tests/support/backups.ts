import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject, onTestFinished } from 'vitest'
import { demoLogin, postTo } from './post-to'
import { type ServerProcess, startServerProcess } from './server-process'

export function runCommand(
  name: 'admin' | 'backup' | 'node' | 'restore',
  settings: Record<string, string>,
  ...words: string[]
) {
  const program = join(inject('programsFolder'), `${name}.js`)
  return promisify(execFile)(process.execPath, [program, ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings },
  })
}

/** Puts so much into a database that it doesn't fit between who reads it and who writes a file. */
export const manyMails = `
  insert into mails (id, recipient, subject, text, html, created_at, attempts)
  select n::text, 'a@b.test', repeat(md5(n::text), 20), repeat(md5(n::text), 20), '', now(), 0
  from generate_series(1, 20000) as n`

export async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({ RATE_LIMITS: 'off', ...settings })
  onTestFinished(server.stop)
  return server
}

export async function signIn({ url }: ServerProcess): Promise<number> {
  return (await postTo(url, 'login', demoLogin)).status
}
