import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Store } from '../../server/api/store'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation } from '../../server/people/tables'
import { add } from '../../server/store/change'
import { twoServersForTests } from '../support/two-servers'
import {
  found,
  founding,
  invitationTo,
  mailTo,
  refundFor,
  sandboxRowOf,
  sessionOf,
  subscriptionOf,
} from './sql-store-examples'

type WorkerProcess = ReturnType<typeof startWorkerProcess>

/**
 * Starts a server's background work in a process of its own.
 * @param options.databaseUrl of a PostgreSQL that it shares with others.
 * @param options.ahead how far its clock is ahead, in ms.
 * @param options.hangs whether everything that it begins outside of the database never ends.
 */
function startWorkerProcess(options: { databaseUrl: string; ahead: number; hangs: boolean }) {
  const lines: string[] = []
  const program = join(inject('programsFolder'), 'worker-program.js')
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const ended = once(child, 'exit')
  return {
    /** Every line that it has written so far. */
    lines,
    /** Kills it midway, like `kill -9`. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const hour = 60 * 60 * 1000
const patience = { timeout: 40_000, interval: 100 }
const now = new Date()

/** Every job, begun by a process that is killed in the middle, with another one on the database. */
describe('the work of a killed process', () => {
  const { database, servers } = twoServersForTests()
  let store: Store
  let organisation: Organisation
  let ended: Subscription
  let checkout: Subscription
  let live: Subscription
  const processes: WorkerProcess[] = []
  let bystander: WorkerProcess
  let successor: WorkerProcess
  let begun: string[]

  async function subscribe(
    change: Partial<Subscription>,
    books: { paidAt?: Date; endedAt?: Date },
  ): Promise<Subscription> {
    const subscription = subscriptionOf(organisation, {
      createdAt: now,
      nextCheckAt: now,
      ...change,
    })
    await store.save(add('subscriptions', subscription))
    const { id } = subscription
    const paymentId = books.paidAt ? `pay_${id}` : null
    const expiresAt = new Date(now.getTime() + 24 * hour)
    const row = sandboxRowOf(id, { createdAt: now, expiresAt, paymentId, ...books })
    await store.save(add('sandboxSubscriptions', row))
    return subscription
  }

  const stateOf = async ({ id }: Subscription) => {
    const found = await store.one('subscriptions', { id })
    return [found?.state, found?.nextCheckAt ?? null]
  }
  const linesOf = (running: WorkerProcess) => running.lines.toSorted()

  beforeAll(async () => {
    store = servers[0]
    const [founded, admin] = founding('acme', 'admin@acme.test')
    organisation = founded
    await found(store, organisation, admin)
    const startedAt = new Date(now.getTime() - 2 * hour)
    const hourAgo = new Date(now.getTime() - hour)
    ended = await subscribe(
      { state: 'cancelled', startedAt, endedAt: hourAgo },
      { paidAt: startedAt },
    )
    live = await subscribe({ state: 'live', startedAt }, { paidAt: startedAt, endedAt: hourAgo })
    const void_ = await subscribe(
      { state: 'void', endedAt: hourAgo, nextCheckAt: null },
      { paidAt: hourAgo, endedAt: hourAgo },
    )
    checkout = await subscribe({}, {})
    const refund = refundFor(void_, { createdAt: now, nextAttemptAt: now })
    await store.save(add('refunds', refund))
    const mail = mailTo('ada@acme.test', { createdAt: now, nextAttemptAt: now })
    await store.save(add('invitations', { ...invitationTo(organisation, 'ada'), expiresAt: now }))
    await store.save(add('mails', mail))
    await store.save(add('sessions', { ...sessionOf(admin), expiresAt: now }))
    begun = [
      `begins asking about ${checkout.id}`,
      `begins asking about ${live.id}`,
      `begins cancelling ${ended.id}`,
      'begins housekeeping',
      'begins mailing ada@acme.test',
      `begins refunding pay_${void_.id}`,
    ].sort()

    const start = (ahead: number, hangs: boolean) => {
      const started = startWorkerProcess({ databaseUrl: database.url, ahead, hangs })
      processes.push(started)
      return started
    }
    const victim = start(0, true)
    await vi.waitFor(() => expect(linesOf(victim)).toEqual(begun), patience)
    bystander = start(0, false)
    await victim.kill()
    // It has looked at everything when it has found the one thing that came since.
    const since = mailTo('since@acme.test', { createdAt: now, nextAttemptAt: now })
    await store.save(add('invitations', invitationTo(organisation, 'since')))
    await store.save(add('mails', since))
    const hasLooked = 'begins mailing since@acme.test'
    await vi.waitFor(() => expect(bystander.lines).toContain(hasLooked), patience)
    successor = start(hour, false)
    await vi.waitFor(() => expect(successor.lines).toEqual(expect.arrayContaining(begun)), patience)
  })

  afterAll(async () => {
    for (const { kill } of processes) await kill()
  })

  test('another process leaves the work alone until the lease expires', () => {
    expect(bystander.lines.filter((line) => begun.includes(line))).toEqual([])
  })

  test('all of the work restarts once after that', () => {
    // That it restarts was awaited above. Housekeeping takes as many rounds as there is something to remove.
    const once = successor.lines.filter((line) => line !== 'begins housekeeping')
    expect(once.toSorted()).toEqual([...new Set(once)].toSorted())
  })

  test('a mail is delivered', async () => {
    await vi.waitFor(async () => {
      expect((await database.observer.query('select from mails')).rowCount).toBe(0)
    }, patience)
  })

  test('a cancellation is confirmed', async () => {
    await vi.waitFor(
      async () => expect(await stateOf(ended)).toEqual(['cancelled', null]),
      patience,
    )
    expect((await store.one('sandboxSubscriptions', { id: ended.id }))?.endedAt).not.toBeNull()
  })

  test('a comparison ends a plan whose end was not reported', async () => {
    await vi.waitFor(async () => expect(await stateOf(live)).toEqual(['cancelled', null]), patience)
  })

  test('a checkout is polled again', async () => {
    await vi.waitFor(async () => {
      const { nextCheckAt } = (await store.one('subscriptions', { id: checkout.id })) ?? {}
      expect(Number(nextCheckAt)).toBeGreaterThan(now.getTime() + hour)
    }, patience)
  })

  test('a refund is made', async () => {
    await vi.waitFor(async () => {
      const { rows } = await database.observer.query('select state, attempts from refunds')
      expect(rows).toEqual([{ state: 'done', attempts: 0 }])
    }, patience)
    const given = 'select count(*) from sandbox_subscriptions where refunded_at > $1'
    expect(await database.count(given, now)).toBe(1)
  })

  test('housekeeping is done', async () => {
    await vi.waitFor(async () => {
      expect((await database.observer.query('select from sessions')).rowCount).toBe(0)
    }, patience)
  })
})
