import { describe, expect, test, vi } from 'vitest'
import { createJobs } from '../../server/app/jobs'
import { second } from '../../server/lib/time'
import { createWorker } from '../../server/work/worker'
import { twoServersForTests } from '../support/two-servers'
import { growth, openShop, payFor, type Shop } from './billing/organisation'
import { readProfile } from './billing/provider'
import { silentLog } from './sql-store-examples'

/** @returns the number of all calls to the provider from here on. */
function countCalls({ services }: Shop): () => number {
  const names = ['fetchSubscription', 'fetchPayments', 'cancelSubscription'] as const
  const calls = names.map((name) => vi.spyOn(services.payments, name))
  return () => calls.reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

async function createCheckouts(shop: Shop, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push(await shop.create(growth))
  return ids
}

describe('reading profiles', () => {
  test('reading profiles of 30 organisations at once makes ten calls a second', async () => {
    const shop = await openShop()
    // One server: they share its store and its work.
    const others = await Promise.all(
      Array.from({ length: 29 }, () => openShop(shop.services.store)),
    )
    for (const other of others) {
      Object.assign(other.services, { work: shop.services.work })
      Object.assign(other.services.payments, shop.services.payments)
    }
    const shops = [shop, ...others]
    for (const each of shops) await createCheckouts(each, 2)
    const calls = countCalls(shop)
    for (let time = 1; time <= 5; time += 1) {
      for (let again = 0; again < 3; again += 1) {
        await Promise.all(shops.map((each) => readProfile(each)))
      }
      expect(calls()).toBe(10 * time)
      for (const each of shops) each.pass(second)
    }
  })

  test('reading a profile leaves second calls to the job', async () => {
    const shop = await openShop()
    const [id = ''] = await createCheckouts(shop, 1)
    await payFor(shop, id)
    await shop.services.payments.cancelSubscription(id)
    const calls = countCalls(shop)
    await readProfile(shop)
    expect(calls()).toBe(1)
    expect(await shop.subscriptions()).toMatchObject([{ state: 'unpaid' }])
    await shop.work()
    expect(await shop.subscriptions()).toMatchObject([{ state: 'cancelled', nextCheckAt: null }])
  })
})

describe('on PostgreSQL', () => {
  const { servers } = twoServersForTests()

  test('two servers together make one call a second for an organisation', async () => {
    const shop = await openShop(servers[0])
    await createCheckouts(shop, 30)
    const calls = countCalls(shop)
    const other = { ...shop.services, store: servers[1] }
    other.work = createWorker({ jobs: createJobs(other, null), log: silentLog })
    for (let time = 1; time <= 5; time += 1) {
      const reads = Array.from({ length: 10 }, (_, nth) =>
        readProfile(nth % 2 === 0 ? shop : { ...shop, services: other }),
      )
      await Promise.all(reads)
      expect(calls()).toBe(time)
      shop.pass(second)
    }
  })
})
