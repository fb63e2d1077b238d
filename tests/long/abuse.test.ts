import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import sample from '../../server/plans/plans.json'
import { startMailServer } from '../support/mail-server'
import { demoLogin } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { listenOnLoopback } from '../support/program'
import { putSite } from '../support/proxies'
import { serverForTest } from '../support/server-process'

/**
 * How long, in s: an hour of it, scaled down to two minutes.
 * `ABUSE_SECONDS=3600 npm run test:long` takes the hour.
 */
const seconds = Number(process.env.ABUSE_SECONDS ?? 120)
/** The honest user's longest wait, in ms. It bounds, it doesn't measure: the abuse comes from the same machine's cores. */
const slowestAnswer = 5_000
const program = fileURLToPath(new URL('../support/abuse-program.ts', import.meta.url))
const asset = '/assets/app-1a2b3c.js'
/** The mailbox that strangers flood. */
const mailbox = 'nobody@orglens.test'
/** The notices that a mailbox gets on a day, and the mail that sums up the others. */
const mostNotices = 41

const row = Array.from({ length: 10 }, (_, cell) => `cell ${cell} of a dashboard`)
const cols = row.map((name) => ({ name, base_type: 'type/Text' }))
const rows = { status: 'completed', data: { cols, rows: Array(2_000).fill(row) } }
const card = { id: 1, name: 'Card', display: 'table' }
const dashboards = Array.from({ length: 22 }, (_, index) => `d${index + 1}`)

/** Starts what stands in for a Metabase until the test ends. Its dashboards have some 2 MB. */
async function startMetabase() {
  const dashboard = JSON.stringify({ dashcards: [1, 2, 3, 4].map((id) => ({ id, card })) })
  const ofCard = JSON.stringify(rows)
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    response.end(request.url?.includes('/dashcard/') ? ofCard : dashboard)
  })
  const port = await listenOnLoopback(server)
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${port}`, calls: () => calls }
}

function prepare(directory: string): void {
  const listed = dashboards.map((id) => ({ id, name: id, metabaseId: 7 }))
  writeFileSync(join(directory, 'dashboards.json'), JSON.stringify({ dashboards: listed }))
  // Without limits, also for organisations without a plan.
  writeFileSync(join(directory, 'plans.json'), JSON.stringify({ plans: sample.plans }))
  putSite(directory)
  mkdirSync(join(directory, 'dist', 'assets'))
  writeFileSync(join(directory, 'dist', asset), 'x'.repeat(400_000))
}

function repeat(act: () => Promise<unknown>, pause: number): () => Promise<void> {
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      await act()
      await sleep(pause)
    }
  }
  const running = loop()
  return () => {
    isOver = true
    return running
  }
}

test('an honest user notices nothing of mixed abuse, and memory and descriptors recover', {
  timeout: (3 * seconds + 300) * 1_000,
}, async () => {
  const mails = await startMailServer()
  onTestFinished(mails.stop)
  const metabase = await startMetabase()
  const server = await serverForTest(
    {
      DASHBOARDS: 'metabase',
      DASHBOARDS_FILE: 'dashboards.json',
      METABASE_SITE_URL: metabase.url,
      METABASE_SECRET_KEY: 'the embedding key of a Metabase, long enough',
      METABASE_ORGANISATION_VALUE: 'id',
      PLANS_FILE: 'plans.json',
      MAIL_DELIVERY: 'smtp',
      SMTP_URL: mails.url,
      SMTP_TLS: 'optional',
      MAIL_FROM: 'mail@orglens.test',
      DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
      DATABASE_IDLE_TIMEOUT_SECONDS: '1',
      TRUSTED_PROXIES: '1',
      KEEP_ALIVE_SECONDS: '1',
      METRICS_PORT: '0',
      // Memory that V8 reserves would hide a leak.
      NODE_OPTIONS: '--max-old-space-size=192',
    },
    { prepare },
  )
  const { url } = server
  const metrics = /Metrics are at (\S+)/.exec(server.output())?.[1] ?? ''

  /** The idle usage: the least of a few seconds. */
  async function held(): Promise<{ memory: number; descriptors: number }> {
    // With the ten seconds below: figures of dashboards are kept for 15.
    await sleep(5_000)
    const least = { memory: Number.POSITIVE_INFINITY, descriptors: Number.POSITIVE_INFINITY }
    for (let turn = 0; turn < 10; turn += 1) {
      least.memory = Math.min(least.memory, await read('process_resident_memory_bytes'))
      least.descriptors = Math.min(least.descriptors, await read('process_open_fds'))
      await sleep(1_000)
    }
    return least
  }

  const statuses: Record<string, number> = {}
  const refused: string[] = []
  const slow: string[] = []

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const began = performance.now()
    const headers = { ...init.headers, 'x-forwarded-for': '203.0.113.7' }
    const answer = await fetch(url + path, { ...init, headers })
    const milliseconds = performance.now() - began
    if (milliseconds >= slowestAnswer) slow.push(`${path}: ${milliseconds} ms`)
    if (!answer.ok) refused.push(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  async function visit(): Promise<void> {
    await ask('/signin')
    await ask(asset)
    const post = (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    const signedIn = await post('/api/login/', demoLogin)
    if (!signedIn.ok) return
    const { access, refresh } = await signedIn.json()
    const authorization = `Bearer ${access}`
    for (const path of ['/api/profile/', '/api/pricing/', '/api/profile/']) {
      await (await ask(path, { headers: { authorization } })).text()
    }
    await post('/api/logout/', { refresh })
  }

  const read = async (name: string) =>
    Number(new RegExp(`^${name} (.+)$`, 'm').exec(await (await fetch(metrics)).text())?.[1])

  /** All kinds of abuse at once, for a while. @returns the most memory that the server has had meanwhile, in bytes. */
  async function abuse(duration: number): Promise<number> {
    let most = 0
    const stopLooking = repeat(async () => {
      most = Math.max(most, await read('process_resident_memory_bytes'))
    }, 5_000)
    // A network may sign in 300 times in a quarter of an hour: more often would be a kind of abuse itself.
    const stopVisits = repeat(visit, 5_000)
    const target = { url, asset, victim: demoLogin.email, mailbox, dashboards }
    const order = { ...target, seconds: duration }
    const parameters = ['--import', import.meta.resolve('tsx'), program, JSON.stringify(order)]
    const { stdout } = await promisify(execFile)(process.execPath, parameters)
    await Promise.all([stopVisits(), stopLooking()])
    Object.assign(statuses, JSON.parse(stdout))
    return most
  }

  // A used server keeps some caches afterwards, and when V8 gives memory back is its own affair: what the first quarter
  // took at most is enough for good.
  const most = await abuse(seconds / 4)
  const before = await held()
  await abuse(seconds)
  const after = await held()

  const flood = mails.received.filter(({ to }) => to.some((one) => one.startsWith('nobody')))
  const summingUp = flood.filter(({ source }) => source.includes('\nSubject: More happened'))
  // Invitations have a limit of their own, and a link that puts an address back always comes.
  const notices = flood.filter(({ source }) => !/\/(invite|reset-password)\//.test(source))

  console.info({ statuses, most, before, after, notices: notices.length })
  expect(refused).toEqual([])
  expect(Object.keys(statuses).filter((line) => / 5(?!03)/.test(line))).toEqual([])
  expect(metabase.calls()).toBeGreaterThan(0)
  expect(summingUp).toHaveLength(1)
  expect(notices.length).toBeLessThanOrEqual(mostNotices)
  expect(slow).toEqual([])
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors * 1.1)
  expect(after.memory).toBeLessThanOrEqual(most)
})
