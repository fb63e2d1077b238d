import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { newFolder } from './folders'
import { setOwner, unprivilegedIdentity, withClient } from './postgresql-server'
import { freePort } from './program'

/**
 * Starts Debian's PgBouncer (`apt-get install pgbouncer`) with the file in `deploy/`. It ends with the test.
 * @param databaseUrl of a database on this machine.
 * @returns the database's address, through the pooler.
 */
export async function startPgbouncer(databaseUrl: string) {
  const directory = newFolder()
  const address = new URL(databaseUrl)
  const port = await freePort()
  const users = join(directory, 'users.txt')
  writeFileSync(users, `"${address.username}" "${decodeURIComponent(address.password)}"\n`)
  const settings = join(directory, 'pgbouncer.ini')
  const replaced: Record<string, string | number> = {
    orglens: `host=${address.hostname} port=${address.port} dbname=${address.pathname.slice(1)}`,
    listen_port: port,
    auth_file: users,
    default_pool_size: 4,
    max_client_conn: 200,
  }
  const shipped = readFileSync('deploy/pgbouncer.ini', 'utf8')
  const changed = shipped.replace(/^(\w+) = .*$/gm, (line, name: string) =>
    name in replaced ? `${name} = ${replaced[name]}` : line,
  )
  writeFileSync(settings, `${changed}unix_socket_dir =\n`)
  for (const path of [directory, users, settings]) setOwner(path)
  address.hostname = '127.0.0.1'
  address.port = String(port)
  address.pathname = '/orglens'

  const pooler = spawn('/usr/sbin/pgbouncer', [settings], {
    ...unprivilegedIdentity(),
    stdio: 'pipe',
  })
  let output = ''
  pooler.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ended = once(pooler, 'exit')
  await vi.waitFor(
    () =>
      withClient(address.href, async () => {}).catch((error: unknown) => {
        throw new Error(`PgBouncer did not start: ${error}\n${output}`)
      }),
    { interval: 50, timeout: 20_000 },
  )
  onTestFinished(async () => {
    pooler.kill('SIGTERM')
    await ended
  })
  return { url: address.href }
}
