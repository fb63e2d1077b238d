import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { type Gate, startGate } from '../support/gate'
import { createDatabase } from '../support/postgresql'
import { startDemoHost } from '../support/running-host'

interface LoggedError {
  at: number
  message: string
  /** With its details. */
  line: string
}

/** Starts a server whose database is behind a gate; both stop with the test. */
async function start(isOpen: boolean, environment: Record<string, string> = {}) {
  const gate: Gate = await startGate(await createDatabase(inject('postgresqlUrl')), isOpen)
  const errors: LoggedError[] = []
  const error = (message: string, details?: object) =>
    void errors.push({ at: Date.now(), message, line: JSON.stringify([message, details]) })
  const settings = { DATABASE_URL: gate.url, RATE_LIMITS: 'on', ...environment }
  const host = await startDemoHost(settings, { info() {}, error })
  onTestFinished(async () => {
    await gate.open()
    await host.stop()
    await gate.close()
  })
  const signIn = () => host.call('login', { email: demoAdmin.email, password: demoPassword })
  const readiness = async () => (await fetch(`${host.url}/readyz`)).status
  return { gate, errors, signIn, readiness }
}

async function expectRefusal(answer: Response): Promise<void> {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const text = 'Orglens is unavailable for a moment. Please try again shortly.'
  expect(await answer.json()).toEqual({ error: text, message: text, code: 'unavailable' })
}

/**
 * But for requests, each of which has its own, nothing is said more than once a second; timers may be late,
 * never early.
 */
function expectQuiet(errors: readonly LoggedError[]): void {
  const lines = errors.filter(({ message }) => message !== 'A request failed')
  for (const line of new Set(lines.map((error) => error.line))) {
    const times = lines.filter((error) => error.line === line).map(({ at }) => at)
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(
      pauses.filter((pause) => pause < 990),
      line,
    ).toEqual([])
  }
}

test('calls are refused while the database is gone, and succeed once it is back', async () => {
  const { gate, errors, signIn, readiness } = await start(true)
  expect((await signIn()).status).toBe(200)
  expect(await readiness()).toBe(200)

  await gate.close()
  for (let round = 0; round < 3; round++) {
    for (const answer of await Promise.all(Array.from({ length: 50 }, signIn))) {
      await expectRefusal(answer)
    }
    await sleep(500)
  }
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 10_000 })
  expect(errors.length).toBeGreaterThan(0)
  expectQuiet(errors)

  await gate.open()
  await vi.waitFor(async () => expect((await signIn()).status).toBe(200), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 10_000 })
})

test('calls are refused after a timeout when the database no longer answers', async () => {
  const { gate, signIn, readiness } = await start(true, { DATABASE_STATEMENT_TIMEOUT_SECONDS: '1' })
  expect((await signIn()).status).toBe(200)
  gate.hold()
  const answers = Promise.all(Array.from({ length: 30 }, signIn))
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 20_000 })
  for (const answer of await answers) await expectRefusal(answer)
  await gate.open()
  await vi.waitFor(async () => expect((await signIn()).status).toBe(200), { timeout: 20_000 })
})

test('a server that starts before its database waits for it, alive and not ready', async () => {
  const { gate, errors, signIn, readiness } = await start(false)
  await expectRefusal(await signIn())
  expect(await readiness()).toBe(503)
  await sleep(1_500)
  expect(errors.map(({ message }) => message)).toContain('The database can’t be used yet')
  expectQuiet(errors)

  await gate.open()
  await vi.waitFor(async () => expect((await signIn()).status).toBe(200), { timeout: 20_000 })
  expect(await readiness()).toBe(200)
})
