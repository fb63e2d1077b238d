/**
 * `npm run bench:server`: what one server carries, on PostgreSQL and on the embedded database, as requests a second,
 * p50 and p99 in ms, and processor time a request, beside the baseline (`server-baseline.ts`). `-- --seconds 10` sets
 * how long each figure is measured.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SignJWT } from 'jose'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { createDatabase, startPostgresql } from '../support/postgresql'
import { withClient } from '../support/postgresql-server'
import { changesOf, type Measure, reading, readsOf } from './measures'
import { environmentOf, fromSource, prepare, secret, start } from './running'

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })
const seconds = Number(options.seconds)
const directory = mkdtempSync(join(tmpdir(), 'orglens-bench-'))
const serverProgram = fromSource('../../server/node/main.ts')

async function print(name: string, measure: Measure): Promise<void> {
  const { perSecond, p50, p99, processor, failed } = await measure(seconds)
  console.info(
    [
      name.padEnd(40),
      `${Math.round(perSecond)} requests/s`.padEnd(18),
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`.padEnd(28),
      `${processor.toFixed(2)} ms of processor each`,
      failed > 0 ? `(${failed} failed)` : '',
    ].join(' '),
  )
}

async function printBaseline(databaseUrl: string | undefined): Promise<void> {
  const baseline = await start(directory, fromSource('server-baseline.ts'), {
    SECRET: secret,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const access = await new SignJWT({ sid: '1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
  for (const connections of [50, 200]) {
    const measure = reading(baseline, '/', connections, { access })
    await measure(2)
    await print(`the baseline, ${connections} connections`, measure)
  }
  await baseline.stop()
}

async function benchOn(kind: string, databaseUrl: string | undefined): Promise<void> {
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
  await printBaseline(databaseUrl)
  const server = await start(directory, serverProgram, environment)
  const changes = await changesOf(server)
  for (const [name, measure] of [...(await readsOf(server)), ...changes]) {
    // Once in vain: code is compiled, and statements are prepared.
    await measure(2)
    await print(name, measure)
  }
  console.info('At once:')
  const names = ['one organisation’s 200 changes at once', 'reads']
  await Promise.all(names.map((name) => print(name, changes.get(name) as Measure)))
  await server.stop()
  rmSync(environment.DATA_DIR, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const postgresql = await startPostgresql()
  try {
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
