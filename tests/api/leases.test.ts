import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import type { Store } from '../../server/api/store'
import { createJobs } from '../../server/app/jobs'
import { emptyMemoryData } from '../../server/app/memory-store'
import type { Subscription } from '../../server/billing/tables'
import { hour, later } from '../../server/lib/time'
import type { SandboxSubscription } from '../../server/payments/sandbox/tables'
import { add } from '../../server/store/change'
import { reportOf } from '../support/report-examples'
import { twoServersForTests } from '../support/two-servers'
import {
  found,
  founding,
  mailTo,
  refundFor,
  sessionOf,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

const { servers } = twoServersForTests()
const start = new Date('2026-03-04T05:06:07.000Z')
let now = start

/** Takes all due work of a server. @returns the names of its jobs, and what does it. */
async function take(store: Store) {
  const clock = () => now
  const services = createMockServices(emptyMemoryData(), silentLog, clock, undefined, store)
  services.mail = { captures: false }
  const names: string[] = []
  const tasks = []
  const send = async () => {}
  for (const job of createJobs(services, send, () => 1)) {
    const taken = await job.take(9)
    if (taken.length > 0) names.push(job.name)
    tasks.push(...taken)
  }
  return { names, tasks }
}

test('work that a server has begun is no other server’s until that one ends or its lease does, and then is done once', async () => {
  const [store, other] = servers
  const [organisation, admin] = founding('acme', 'admin@acme.test')
  await found(store, organisation, admin)
  async function subscribe(change: Partial<Subscription>, books: Partial<SandboxSubscription>) {
    const times = { createdAt: start, nextCheckAt: start }
    const subscription = subscriptionOf(organisation, { ...times, ...change })
    const { id } = subscription
    const price = { planId: 'plan', interval: 'monthly', amount: 2900, currency: 'USD' } as const
    const atProvider: SandboxSubscription = {
      ...{ id, ...price, createdAt: start, expiresAt: later(start, 24 * hour) },
      paymentId: books.paidAt ? `pay_${id}` : null,
      ...{ paidAt: null, refundedAt: null, endedAt: null, acts: [], ...books },
    }
    await store.save(add('subscriptions', subscription))
    await store.save(add('sandboxSubscriptions', atProvider))
    return subscription
  }
  const startedAt = later(start, -2 * hour)
  const endedAt = later(start, -hour)
  await subscribe({ state: 'cancelled', startedAt, endedAt }, { paidAt: startedAt })
  const stepNow = { nextStepAt: start }
  const books = { paidAt: startedAt, endedAt }
  const live = await subscribe({ state: 'live', startedAt, ...stepNow }, books)
  const late = await subscribe(
    { state: 'void', endedAt, nextCheckAt: null },
    { paidAt: endedAt, endedAt },
  )
  await subscribe({}, {})
  const dueNow = { createdAt: start, nextAttemptAt: start }
  const refund = refundFor(late, dueNow)
  const mail = mailTo('ada@acme.test', dueNow)
  await store.save(add('refunds', refund))
  await store.save(add('mails', mail))
  const check = { subscriptionId: live.id, dueAt: start, wokenAt: start, failures: 0 }
  await store.save(add('receiptChecks', check))
  await store.save(add('sessions', { ...sessionOf(admin), expiresAt: start }))

  const asked = { requestedAt: start, requestedById: admin.id, requestedBy: 'Ada', stoppedId: null }
  const deletion = { ...asked, dueAt: later(start, 24 * hour), ...stepNow, isReminded: false }
  await store.save(add('deletions', { organisationId: organisation.id, ...deletion }))
  await store.save(add('reports', reportOf(admin, start, { dueAt: start, runAt: start })))

  const all = [
    ...['cancellations', 'checkouts', 'comparison', 'renewals', 'refunds', 'receipts', 'deletions'],
    ...['reports', 'housekeeping', 'mail'],
  ]
  const begun = await take(store)
  expect(begun.names).toEqual(all)
  expect((await take(other)).names).toEqual([])
  // The first one ends in order.
  for (const task of begun.tasks) await task.release()
  expect((await take(store)).names).toEqual(all)
  // Longer than any of it may take.
  now = later(start, 119_000)
  expect((await take(other)).names).toEqual([])
  // And has died meanwhile.
  now = later(start, hour)
  const { names, tasks } = await take(other)
  expect(names).toEqual(all)
  for (const task of tasks) await task.run()
  expect(await store.all('refunds', {})).toMatchObject([{ state: 'done', attempts: 0 }])
  expect(await store.one('mails', { id: mail.id })).toBeNull()
})
