/**
 * `npm run bench:server`: what one server carries, on PostgreSQL and on the embedded database, as
 * requests a second, p50 and p99 in ms, processor time a request, and as a ratio to the baseline
 * (`server-baseline.ts`). The load comes from a process of its own. `-- --memory` also sends 200,000
 * requests and prints the memory meanwhile. `-- --seconds 10` sets how long each figure is
 * measured. `-- --writes` measures changes only.
 */
import { execFile, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import type { Result } from 'autocannon'
import { SignJWT } from 'jose'
import { bundledPlans } from '../../server/plans/plans'
import { openPgliteDatabase } from '../../server/store/pglite/pglite'
import { createDatabase, startPostgresql, withClient } from '../support/postgresql'
import { addMembers, foundOrganisations, measureWrites, post } from './writes'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    memory: { type: 'boolean' },
    writes: { type: 'boolean' },
  },
})
const autocannon = createRequire(import.meta.url).resolve('autocannon')
const secret = 'a secret of the bench, at least 32 long'
const directory = mkdtempSync(join(tmpdir(), 'orglens-bench-'))
const credentials = { email: 'admin@acme.test', password: 'orglens-demo' }

interface Running {
  url: string
  megabytes: () => number
  /** Time on a processor so far, in ms: other than a rate, it hardly depends on what else runs. */
  processorTime: () => number
  stop: () => Promise<void>
}

/** @param program beside this file. */
async function start(program: string, environment: Record<string, string>): Promise<Running> {
  const output = join(directory, 'output')
  const file = openSync(output, 'w')
  const child = spawn(
    process.execPath,
    [
      // As `npm run serve` does.
      '--max-semi-space-size=32',
      ...['--import', import.meta.resolve('tsx')],
      fileURLToPath(new URL(program, import.meta.url)),
    ],
    {
      cwd: directory,
      stdio: ['ignore', file, file],
      env: { PATH: process.env.PATH, ...environment },
    },
  )
  closeSync(file)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (;;) {
    const text = readFileSync(output, 'utf8')
    const url = /Orglens is at (http[^"\s]+)/.exec(text)?.[1]
    const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const megabytes = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(status())?.[1]) / 1024)
    const processorTime = () => {
      // proc(5): user and system time, in hundredths of a second.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ')
      return (Number(fields[13]) + Number(fields[14])) * 10
    }
    const stop = () => {
      child.kill('SIGTERM')
      return ended
    }
    if (url) return { url: url.replace('localhost', '127.0.0.1'), megabytes, processorTime, stop }
    if (child.exitCode !== null) throw new Error(text)
    await sleep(50)
  }
}

interface Load {
  server: Running
  path: string
  headers?: Record<string, string>
  body?: object
}

/** Loads an address from another process. */
async function load({ server, path, headers = {}, body }: Load, flags: string[]): Promise<Result> {
  const parameters = [
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]),
    ...(body
      ? ['-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body)]
      : []),
  ]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [autocannon, '--json', '--no-progress', ...flags, ...parameters, server.url + path],
    { maxBuffer: 1 << 26 },
  )
  return JSON.parse(stdout) as Result
}

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

type Query = (text: string) => Promise<unknown>

/** Subscribes the demo organisation, gives it a past of 1,000 plans, and founds those that write. */
async function prepare(
  environment: Record<string, string>,
  withDatabase: (use: (query: Query) => Promise<void>) => Promise<void>,
) {
  const server = await start('../../server/node/main.ts', environment)
  const ask = async (path: string, body: object, token?: string) => {
    const answer = await post(server.url, path, body, token)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const { access } = await ask('/api/login/', credentials)
  const bought = { plan_id: 'plan_starter_monthly_usd' }
  const { subscription_id } = await ask('/api/create-subscription/', bought, access)
  const { razorpay_payment_id, razorpay_signature } = await ask('/sandbox/pay', { subscription_id })
  const payment = { subscription_id, razorpay_payment_id, razorpay_signature }
  await ask('/api/verify-subscription/', payment, access)
  await foundOrganisations(server.url)
  await server.stop()
  await withDatabase(async (query) => {
    await query(addMembers)
    await query(`
      create temp table past as select * from subscriptions where state = 'live' limit 1;
      update past set state = 'cancelled', ended_at = now();
      do $$ begin for n in 1..1000 loop
        update past set id = 'past_' || n; insert into subscriptions select * from past;
      end loop; end $$;`)
  })
}

async function benchOn(kind: string, databaseUrl: string | undefined) {
  const dataDirectory = join(directory, 'data')
  // Plans without limits: every invitation finds a place (D78).
  const plansFile = join(directory, 'plans.json')
  writeFileSync(plansFile, JSON.stringify({ plans: bundledPlans }))
  const environment: Record<string, string> = {
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_FORMAT: 'json',
    ACCESS_TOKEN_SECRET: secret,
    DATA_DIR: dataDirectory,
    PLANS_FILE: plansFile,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  await prepare(environment, async (use) => {
    if (databaseUrl) {
      await withClient(databaseUrl, (client) => use((text) => client.query(text)))
    } else {
      const { client, close } = await openPgliteDatabase(dataDirectory)
      await use((text) => client.exec(text))
      await close()
    }
  })

  console.info(`\n${kind}`)
  if (!options.writes) await benchReads(environment)
  const server = await start('cheap-hashes.ts', environment)
  await measureWrites(server, Number(options.seconds))
  await server.stop()
  rmSync(dataDirectory, { recursive: true, force: true })
}

async function benchReads(environment: Record<string, string>) {
  const { DATABASE_URL: databaseUrl } = environment
  const baseline = await start('server-baseline.ts', {
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

  const server = await start('../../server/node/main.ts', environment)
  const answer = await post(server.url, '/api/login/', credentials)
  const { access } = (await answer.json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  const profile = { server, path: '/api/profile/', headers }
  await measure('profile', profile, baselines)
  await measure('pricing', { server, path: '/api/pricing/' }, baselines)
  await measure(
    'activity, 1,000 rows',
    { server, path: '/api/subscription-activity/', headers },
    baselines,
  )
  await measure('login', { server, path: '/api/login/', body: credentials }, baselines)
  if (options.memory) {
    const figures = [server.megabytes()]
    for (let part = 0; part < 4; part++) {
      await load(profile, ['-c', '50', '-a', '50000'])
      figures.push(server.megabytes())
    }
    console.info(`memory before and after each 50,000 profiles: ${figures.join(', ')} MB`)
  }
  await server.stop()
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
