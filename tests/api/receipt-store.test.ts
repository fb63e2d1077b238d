import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMemoryStore } from '../../server/app/memory-store'
import { postponeReceiptCheck, wakingReceipts } from '../../server/billing/postpone'
import { saveReceipts } from '../../server/billing/receipts/receipts'
import type { Receipt } from '../../server/billing/receipts/tables'
import { add } from '../../server/store/change'
import { servicesOver } from '../support/acting'
import { openTwoServers } from '../support/two-servers'
import {
  createdAt,
  found,
  founding,
  receiptOf,
  reportedAs,
  secondsLater,
  subscriptionOf,
} from './sql-store-examples'

const unpaid = { paymentId: null, paidAt: null, method: null, paymentAskedAt: null }

/** A subscription in a store, and how a server saves its receipts. */
async function subscribed(store: Store) {
  const [organisation, admin] = founding('acme', 'admin@acme.test')
  await found(store, { ...organisation, name: 'Acme' }, admin)
  const subscription = subscriptionOf(organisation)
  await store.save(add('subscriptions', subscription))
  return {
    subscription,
    save: (receipts: readonly Receipt[], gone: readonly Receipt[] = [], at = store) => {
      const services = servicesOver(at, () => secondsLater(20))
      const report = reportedAs(receipts, gone)
      return saveReceipts(
        { ...services, mail: { ...services.mail, captures: true } },
        subscription,
        report,
      )
    },
    wake: async (at: Date) => {
      for (const write of wakingReceipts([subscription.id], at)) await store.save(write)
    },
    all: () => store.all('receipts', { subscriptionId: subscription.id }),
  }
}

test('receipts are stored once each, by the newest answer, and paid ones stay paid', async () => {
  const { subscription, save, all } = await subscribed(createMemoryStore())
  const receipt = receiptOf(subscription, { refundedAmount: 5 })
  expect(await save([receipt])).toBe(true)
  expect(await save([receipt])).toBe(false)
  const older = { refundedAmount: 0, askedAt: secondsLater(9), paymentAskedAt: secondsLater(9) }
  expect(await save([{ ...receipt, ...older }])).toBe(false)
  expect(await all()).toEqual([{ ...receipt, isMailed: true }])
  const newer = { ...receipt, askedAt: secondsLater(11), number: 'R-2' }
  expect(await save([{ ...newer, ...unpaid }])).toBe(true)
  expect(await all()).toEqual([{ ...newer, isMailed: true }])
})

test('receipts of withdrawn invoices are deleted, unless they were paid', async () => {
  const { subscription, save, all } = await subscribed(createMemoryStore())
  const paid = receiptOf(subscription)
  const open = receiptOf(subscription, unpaid)
  await save([paid, open])
  await save([], [paid, open])
  expect((await all()).map(({ id }) => id)).toEqual([paid.id])
})

test('receipts are checked again at once if something triggers that during a check', async () => {
  const store = createMemoryStore()
  const { wake } = await subscribed(store)
  const take = async (seconds: number) => {
    const due = { table: 'receiptChecks', due: 'dueAt' } as const
    const [taken] = await store.take(due, secondsLater(seconds), secondsLater(60), 9)
    if (!taken) throw new Error('Nothing was taken')
    return taken
  }
  await wake(secondsLater(1))
  const taken = await take(2)
  await wake(secondsLater(4))
  await postponeReceiptCheck(store, taken, secondsLater(900), 0)
  const again = await take(5)
  // After the time at which the check would be taken again.
  await wake(secondsLater(61))
  await postponeReceiptCheck(store, again, secondsLater(900), 0)
  await postponeReceiptCheck(store, await take(61), secondsLater(900), 3)
  expect(await take(900)).toMatchObject({ wokenAt: secondsLater(61), failures: 3 })
})

test('two PostgreSQL servers that receive the same invoices store each once, and mail once', async () => {
  const { servers, close } = await openTwoServers()
  onTestFinished(close)
  const [one, other] = servers
  const { subscription, save, wake, all } = await subscribed(one)
  for (let round = 0; round < 10; round += 1) {
    const receipts = [1, 2, 3, 4, 5].map(() => receiptOf(subscription))
    // A check is the lock; while there is none, the receipts' ids stand for it.
    if (round === 5) await wake(createdAt)
    // Each lists them in an order of its own.
    await Promise.all([
      save(receipts),
      save(receipts.toReversed(), [], other),
      save(receipts.slice(2)),
    ])
  }
  const kept = await all()
  expect(kept).toHaveLength(50)
  expect(new Set(kept.map(({ id }) => id)).size).toBe(50)
  expect(await one.listCapturedMails(1000)).toHaveLength(50)
})
