import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createHousekeepingJob, removeOutdated } from '../../server/app/housekeeping-job'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { day, hour, later } from '../../server/lib/time'
import { add, type TableName } from '../../server/store/change'

const at = new Date('2026-01-02T03:04:05.678Z')
const expired = { expiresAt: at }
const ended = { state: 'void', nextCheckAt: null, endedAt: at }
const captured = { nextAttemptAt: null, createdAt: at }

const addRow = (store: ReturnType<typeof createMemoryStore>, table: TableName, row: object) =>
  store.save(add(table, { id: 'one', slug: 'one', emailKey: 'one', ...row } as never))

// tests/api/housekeeping.test.ts has what each store does by itself.
test.each<[TableName, row: object, lifetime: number]>([
  ['sessions', expired, 0],
  ['passwordLinks', expired, 0],
  ['invitations', expired, 30 * day],
  ['webhookEvents', { receivedAt: at }, 30 * day],
  ['signIns', { firstAt: at }, 90 * day],
  ['knownBrowsers', { seenAt: at }, 400 * day],
  ['refunds', { state: 'done', settledAt: at }, 400 * day],
  ['farewells', { refreshTokenHash: 'one', ...expired }, 0],
  ['passkeyCeremonies', expired, hour],
  ['addresses', { heldUntil: at }, 0],
  ['slugs', { isName: false, heldUntil: at }, 0],
  ['mails', captured, 30 * day],
  ['copies', { organisationId: 'acme', removedAt: at }, hour],
  ['taxDocuments', { organisationId: null, issuedAt: at }, 8 * 366 * day],
  ['subscriptions', ended, 30 * day],
  ['sandboxSubscriptions', expired, 30 * day],
])('housekeeping removes outdated rows of %s: %j after %i ms', async (table, row, lifetime) => {
  const store = createMemoryStore()
  await addRow(store, table, row)
  const left = async (milliseconds: number) => {
    await removeOutdated(store, later(at, milliseconds))
    return (await store.all(table, {})).length
  }
  expect([await left(lifetime - 1), await left(lifetime + 1)]).toEqual([1, 0])
})

test.each<[TableName, row: object]>([
  ['addresses', { heldUntil: null }],
  ['slugs', { isName: true, heldUntil: at }],
  ['mails', { ...captured, nextAttemptAt: at }],
  ['copies', { removedAt: null }],
  ['refunds', { state: 'refused', settledAt: at }],
  ['taxDocuments', { organisationId: 'acme', issuedAt: at }],
  ['subscriptions', { ...ended, nextCheckAt: at }],
  ['subscriptions', { ...ended, state: 'cancelled' }],
])('housekeeping keeps what is in use, of %s: %j', async (table, row) => {
  const store = createMemoryStore()
  await addRow(store, table, row)
  await removeOutdated(store, new Date('2126-01-01'))
  expect(await store.all(table, {})).toHaveLength(1)
})

test('housekeeping removes all that is outdated, counts too; if it fails, that is logged, and it comes again', async () => {
  const data = emptyMemoryData()
  data.sessions = Array.from({ length: 1_001 }, () => expired as (typeof data.sessions)[number])
  data.noticeCounts = { old: { day: later(at, -3 * day), count: 1 } }
  data.spentCalls = { old: { spentUntil: at.getTime(), subject: null } }
  const errors: string[] = []
  const log = { info() {}, error: (message: string) => void errors.push(message) }
  const services = createMockServices(data, log, () => at)
  const run = async () => {
    data.chores = []
    for (const task of await createHousekeepingJob(services, () => 1).take(1)) await task.run()
    return data.chores[0]?.nextAt
  }
  expect(await run()).toEqual(later(at, hour))
  expect([data.sessions, data.noticeCounts, data.spentCalls]).toEqual([[], {}, {}])
  services.store.discard = () => Promise.reject(new Error('The database refuses'))
  expect(await run()).toEqual(later(at, 320_000))
  expect(errors).toEqual(['Housekeeping failed'])
})

test('housekeeping keeps a checkout that has a refund, and the sandbox’s books of a subscription', async () => {
  const data = emptyMemoryData()
  const store = createMemoryStore(data)
  await addRow(store, 'subscriptions', ended)
  await addRow(store, 'sandboxSubscriptions', expired)
  await addRow(store, 'refunds', { paymentId: 'one', subscriptionId: 'one', state: 'refused' })
  await removeOutdated(store, new Date('2126-01-01'))
  expect([data.subscriptions.length, data.sandboxSubscriptions.length]).toEqual([1, 1])
})
