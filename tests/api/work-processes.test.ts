import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Subscription } from '../../server/billing/tables'
import { add } from '../../server/store/change'
import { twoServersForTests } from '../support/two-servers'
import {
  found,
  founding,
  mailTo,
  refundFor,
  sandboxRowOf,
  sessionOf,
  subscriptionOf,
} from './sql-store-examples'

/**
 * Starts a server's background work in a process of its own, which ends with the test.
 * @param options.databaseUrl of a PostgreSQL that it shares with others.
 * @param options.ahead how far its clock is ahead, in ms.
 * @param options.hangs whether everything that it begins outside of the database never ends.
 * @returns every line that it has written so far, and what kills it midway, like `kill -9`.
 */
function startWorkerProcess(options: { databaseUrl: string; ahead: number; hangs: boolean }) {
  const lines: string[] = []
  const program = join(inject('programsFolder'), 'worker-program.js')
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { lines, kill }
}

const hour = 60 * 60 * 1000
const patience = { timeout: 40_000, interval: 100 }

describe('on PostgreSQL', () => {
  const { database, servers } = twoServersForTests()

  test('a job of a killed process is run again after its lease', async () => {
    const [store] = servers
    const now = new Date()
    const [organisation, admin] = founding('acme', 'admin@acme.test')
    await found(store, organisation, admin)
    async function subscribe(
      change: Partial<Subscription>,
      books: { paidAt?: Date; endedAt?: Date },
    ): Promise<Subscription> {
      const times = { createdAt: now, nextCheckAt: now }
      const subscription = subscriptionOf(organisation, { ...times, ...change })
      const { id } = subscription
      const paymentId = books.paidAt ? `pay_${id}` : null
      const expiresAt = new Date(now.getTime() + 24 * hour)
      const row = sandboxRowOf(id, { createdAt: now, expiresAt, paymentId, ...books })
      await store.save(add('subscriptions', subscription))
      await store.save(add('sandboxSubscriptions', row))
      return subscription
    }
    const startedAt = new Date(now.getTime() - 2 * hour)
    const endedAt = new Date(now.getTime() - hour)
    const ended = await subscribe({ state: 'cancelled', startedAt, endedAt }, { paidAt: startedAt })
    const live = await subscribe({ state: 'live', startedAt }, { paidAt: startedAt, endedAt })
    const late = await subscribe(
      { state: 'void', endedAt, nextCheckAt: null },
      { paidAt: endedAt, endedAt },
    )
    const checkout = await subscribe({}, {})
    const mail = (to: string) => mailTo(to, { createdAt: now, nextAttemptAt: now })
    const refund = refundFor(late, { createdAt: now, nextAttemptAt: now })
    await store.save(add('refunds', refund))
    await store.save(add('mails', mail('ada@acme.test')))
    await store.save(add('sessions', { ...sessionOf(admin), expiresAt: now }))
    const begun = [
      `begins asking about ${checkout.id}`,
      `begins asking about ${live.id}`,
      `begins cancelling ${ended.id}`,
      'begins housekeeping',
      'begins mailing ada@acme.test',
      `begins refunding pay_${late.id}`,
    ].sort()

    const start = (ahead: number, hangs: boolean) =>
      startWorkerProcess({ databaseUrl: database.url, ahead, hangs })
    const victim = start(0, true)
    await vi.waitFor(() => expect(victim.lines.toSorted()).toEqual(begun), patience)
    const bystander = start(0, false)
    await victim.kill()
    // It has looked at everything when it has found the one thing that came since.
    await store.save(add('mails', mail('since@acme.test')))
    const hasLooked = 'begins mailing since@acme.test'
    await vi.waitFor(() => expect(bystander.lines).toContain(hasLooked), patience)
    const successor = start(hour, false)
    await vi.waitFor(() => expect(successor.lines).toEqual(expect.arrayContaining(begun)), patience)
    expect(bystander.lines.filter((line) => begun.includes(line))).toEqual([])

    const state = async ({ id }: Subscription) => await store.one('subscriptions', { id })
    await vi.waitFor(async () => {
      expect((await database.observer.query('select from mails')).rowCount).toBe(0)
      const confirmed = { state: 'cancelled', nextCheckAt: null }
      expect([await state(ended), await state(live)]).toMatchObject([confirmed, confirmed])
      const next = (await state(checkout))?.nextCheckAt
      expect(Number(next)).toBeGreaterThan(now.getTime() + hour)
      const { rows } = await database.observer.query('select state, attempts from refunds')
      expect(rows).toEqual([{ state: 'done', attempts: 0 }])
      expect((await database.observer.query('select from sessions')).rowCount).toBe(0)
    }, patience)
    expect((await store.one('sandboxSubscriptions', { id: ended.id }))?.endedAt).not.toBeNull()
    const given = 'select count(*) from sandbox_subscriptions where refunded_at > $1'
    expect(await database.count(given, now)).toBe(1)
    // Housekeeping takes as many rounds as there is something to remove.
    const once = successor.lines.filter((line) => line !== 'begins housekeeping')
    expect(once.toSorted()).toEqual([...new Set(once)].toSorted())
  })
})
