import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { demoLogin } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { serverForTest } from '../support/server-process'

/** In seconds. */
const duration = 120
/**
 * Milliseconds after which the app gives a call up (`src/api/send.ts`). What comes earlier is slow, as one of many must
 * be on a busy machine; a user who doesn't get a turn at all is starved.
 */
const timeoutOfApp = 30_000
const program = fileURLToPath(new URL('abuse-program.ts', import.meta.url))
const asset = '/assets/app-1a2b3c.js'

function prepare(directory: string): void {
  mkdirSync(join(directory, 'dist', 'assets'), { recursive: true })
  const page = '<!doctype html><script type="application/json" id="settings">{}</script>'
  writeFileSync(join(directory, 'dist', 'index.html'), page)
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

test('an honest user is served throughout mixed abuse, and memory and descriptors recover', async () => {
  const server = await serverForTest(
    {
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
  const read = async (name: string) =>
    Number(new RegExp(`^${name} (.+)$`, 'm').exec(await (await fetch(metrics)).text())?.[1])

  /** The idle usage: the least of a few seconds. */
  async function held(): Promise<{ memory: number; descriptors: number }> {
    await sleep(5_000)
    const least = { memory: Number.POSITIVE_INFINITY, descriptors: Number.POSITIVE_INFINITY }
    for (let turn = 0; turn < 10; turn += 1) {
      least.memory = Math.min(least.memory, await read('process_resident_memory_bytes'))
      least.descriptors = Math.min(least.descriptors, await read('process_open_fds'))
      await sleep(1_000)
    }
    return least
  }

  const unserved: string[] = []
  /** @returns the answer's text; null without a good one. */
  async function ask(path: string, init: RequestInit = {}): Promise<string | null> {
    // A connection that the server closes while it is used again would look like a lost call; browsers try again.
    const headers = { ...init.headers, 'x-forwarded-for': '203.0.113.7', connection: 'close' }
    const signal = AbortSignal.timeout(timeoutOfApp)
    try {
      const answer = await fetch(url + path, { ...init, headers, signal })
      const text = await answer.text()
      if (answer.ok) return text
      unserved.push(`${path}: ${answer.status} ${text}`)
    } catch (error) {
      unserved.push(`${path}: ${error}`)
    }
    return null
  }
  async function visit(): Promise<void> {
    await ask('/signin')
    await ask(asset)
    const post = (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    const signedIn = await post('/api/login/', demoLogin)
    if (signedIn === null) return
    const { access, refresh } = JSON.parse(signedIn)
    const authorization = `Bearer ${access}`
    for (const path of ['/api/profile/', '/api/pricing/', '/api/profile/']) {
      await ask(path, { headers: { authorization } })
    }
    await post('/api/logout/', { refresh })
  }

  /** @returns the most memory that the server has had meanwhile, in bytes, and the statuses of the abuse. */
  async function abuse(seconds: number) {
    let most = 0
    const stopLooking = repeat(async () => {
      most = Math.max(most, await read('process_resident_memory_bytes'))
    }, 5_000)
    // A network may sign in 300 times in a quarter of an hour: more often would be a kind of abuse itself.
    const stopVisits = repeat(visit, 5_000)
    const order = JSON.stringify({ url, asset, victim: demoLogin.email, seconds })
    const parameters = ['--import', import.meta.resolve('tsx'), program, order]
    const { stdout } = await promisify(execFile)(process.execPath, parameters)
    await Promise.all([stopVisits(), stopLooking()])
    return { most, statuses: JSON.parse(stdout) as Record<string, number> }
  }

  // A used server keeps some caches afterwards, and when V8 gives memory back is its own affair: what the first quarter
  // took at most is enough for good.
  const { most } = await abuse(duration / 4)
  const before = await held()
  const { statuses } = await abuse(duration)
  const after = await held()

  console.info({ statuses, most, before, after })
  expect(unserved).toEqual([])
  expect(Object.keys(statuses).filter((line) => / 5(?!03)/.test(line))).toEqual([])
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors * 1.1)
  expect(after.memory).toBeLessThanOrEqual(most)
})
