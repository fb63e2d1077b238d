/**
 * `npm run bench:server`: what one server carries, on PostgreSQL and on the embedded database, as
 * requests a second, p50 and p99 in ms, processor time a request, and as a ratio to the baseline
 * (`server-baseline.ts`). The load comes from a process of its own. `-- --seconds 10` sets how long each figure is
 * measured. `-- --writes` measures changes only. `-- --against <commit>` compares with that version instead
 * (`against.ts`).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SignJWT } from 'jose'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { createDatabase, startPostgresql, withClient } from '../support/postgresql'
import { compareWith } from './against'
import {
  credentials,
  environmentOf,
  fromSource,
  type Load,
  load,
  prepare,
  secret,
  start,
} from './running'
import { measureWrites, post } from './writes'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    writes: { type: 'boolean' },
    against: { type: 'string' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'orglens-bench-'))
const serverProgram = fromSource('../../server/node/main.ts')

async function measure(name: string, target: Load, baselines?: Map<number, number>) {
  const rates = new Map<number, number>()
  await load(target, ['-c', '10', '-d', '2'])
  for (const connections of [50, 200]) {
    const before = target.server.processorTime()
    const result = await load(target, ['-c', String(connections), '-d', options.seconds])
    const { '2xx': succeeded, non2xx, errors, latency, requests } = result
    const spent = (target.server.processorTime() - before) / Math.max(succeeded + non2xx, 1)
    const baseline = baselines?.get(connections)
    rates.set(connections, requests.average)
    console.info(
      [
        name.padEnd(24),
        `${connections} connections`.padEnd(16),
        `${Math.round(requests.average)} requests/s`.padEnd(18),
        `p50 ${latency.p50} ms, p99 ${latency.p99} ms`.padEnd(26),
        `${spent.toFixed(2)} ms of processor each`.padEnd(28),
        baseline ? `${(requests.average / baseline).toFixed(2)} x baseline` : 'the baseline',
        non2xx + errors > 0 ? `(${non2xx} refused, ${errors} failed, ${succeeded} answered)` : '',
      ].join(' '),
    )
  }
  return rates
}

async function benchOn(kind: string, databaseUrl: string | undefined) {
  const environment = environmentOf(directory, databaseUrl)
  await prepare(await start(directory, serverProgram, environment), async (use) => {
    if (databaseUrl) {
      await withClient(databaseUrl, (client) => use((text) => client.query(text)))
    } else {
      const { client, close } = await openPgliteDatabase(environment.DATA_DIR)
      await use((text) => client.exec(text))
      await close()
    }
  })

  console.info(`\n${kind}`)
  if (!options.writes) await benchReads(environment)
  const server = await start(directory, fromSource('cheap-hashes.ts'), environment)
  await measureWrites(server, Number(options.seconds))
  await server.stop()
  rmSync(environment.DATA_DIR, { recursive: true, force: true })
}

async function benchReads(environment: ReturnType<typeof environmentOf>) {
  const { DATABASE_URL: databaseUrl } = environment
  const baseline = await start(directory, fromSource('server-baseline.ts'), {
    SECRET: secret,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const token = await new SignJWT({ sid: '1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  const baselines = await measure('baseline', {
    server: baseline,
    path: '/',
    headers: { authorization: `Bearer ${token}` },
  })
  await baseline.stop()

  const server = await start(directory, serverProgram, environment)
  const answer = await post(server.url, '/api/login/', credentials)
  const { access } = (await answer.json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  await measure('profile', { server, path: '/api/profile/', headers }, baselines)
  await measure('pricing', { server, path: '/api/pricing/' }, baselines)
  await measure(
    'activity, 1,000 rows',
    { server, path: '/api/subscription-activity/', headers },
    baselines,
  )
  await measure('login', { server, path: '/api/login/', body: credentials }, baselines)
  await server.stop()
}

async function main(): Promise<void> {
  const postgresql = await startPostgresql()
  try {
    if (options.against) {
      await compareWith(options.against, postgresql.url, directory)
      return
    }
    await benchOn('PostgreSQL', await createDatabase(postgresql.url))
  } finally {
    await postgresql.stop()
  }
  await benchOn('Embedded database', undefined)
}

main()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(() => rmSync(directory, { recursive: true, force: true }))
