import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findDueWork, findOldestWork } from '../../server/app/due-work'
import type { Receipt } from '../../server/billing/receipts/tables'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation, User } from '../../server/people/tables'
import { memoryAndSql, storeForTests } from '../support/every-store'
import type { TestStore } from '../support/test-store'
import { openTwoServers } from '../support/two-servers'
import {
  createdAt,
  founding,
  receiptOf,
  sandboxRowOf,
  secondsLater,
  subscriptionOf,
} from './sql-store-examples'

const unpaid = { paymentId: null, paidAt: null, method: null, paymentAskedAt: null }
const untold = { refundHeardAt: null, isMailed: false }
const told = { refundHeardAt: null, isMailed: true }

describe.each(memoryAndSql)('receipts in %s', (_name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  let subscription: Subscription

  beforeEach(async () => {
    ;[organisation, admin] = founding(`o-${randomUUID()}`, `${randomUUID()}@example.test`)
    await store.createOrganisation({ ...organisation, name: 'Acme' }, admin)
    subscription = subscriptionOf(organisation)
    await store.addSubscription(subscription)
    for (const check of await store.takeDueReceiptChecks(
      secondsLater(9e6),
      secondsLater(9e7),
      99,
    )) {
      await store.postponeReceiptCheck(check, null, 0)
    }
  })

  const all = () => store.all('receipts', { organisationId: organisation.id })

  const save = (receipts: readonly Receipt[], gone: readonly Receipt[] = []) =>
    store.saveReceipts(subscription, receipts, { gone, now: secondsLater(20) })

  test('are read as stored, by organisation and by subscription', async () => {
    const old = receiptOf(subscription)
    const open = receiptOf(subscription, {
      ...unpaid,
      issuedAt: secondsLater(5),
      number: null,
      periodStart: null,
      periodEnd: null,
      url: null,
    })
    await save([old, open])
    const kept = [
      { ...open, ...untold },
      { ...old, ...told },
    ].sort((one, other) => (one.id < other.id ? -1 : 1))
    expect(await all()).toEqual(kept)
    expect(await store.all('receipts', { subscriptionId: subscription.id })).toEqual(kept)
    expect(await store.all('receipts', { organisationId: 'another' })).toEqual([])
  })

  test('are stored once each, and paid ones stay paid', async () => {
    const receipt = receiptOf(subscription, { refundedAmount: 5 })
    expect(await save([receipt])).toBe(true)
    expect(await save([receipt])).toBe(false)
    const older = { refundedAmount: 0, askedAt: secondsLater(9), paymentAskedAt: secondsLater(9) }
    expect(await save([{ ...receipt, ...older }])).toBe(false)
    expect(await all()).toEqual([{ ...receipt, ...told }])
    const newer = { ...receipt, askedAt: secondsLater(11), number: 'R-2' }
    expect(await save([{ ...newer, ...unpaid }])).toBe(true)
    expect(await all()).toEqual([{ ...newer, ...told }])
  })

  test('of withdrawn invoices are deleted, unless they were paid', async () => {
    const paid = receiptOf(subscription)
    const open = receiptOf(subscription, unpaid)
    await save([paid, open])
    await save([], [paid, open])
    expect((await all()).map(({ id }) => id)).toEqual([paid.id])
  })

  test('are checked by one server at a time, and again after a new trigger', async () => {
    await store.wakeReceipts(subscription.id, secondsLater(1))
    const [taken] = await store.takeDueReceiptChecks(secondsLater(2), secondsLater(60), 9)
    if (!taken) throw new Error('Nothing was taken')
    expect(await store.takeDueReceiptChecks(secondsLater(3), secondsLater(60), 9)).toEqual([])
    expect((await findDueWork(store, secondsLater(3))).jobs).not.toContain('receipts')
    await store.wakeReceipts(subscription.id, secondsLater(4))
    await store.postponeReceiptCheck(taken, secondsLater(900), 0)
    expect((await findDueWork(store, secondsLater(4))).jobs).toContain('receipts')
    expect((await findOldestWork(store, secondsLater(4))).receipts).toEqual(secondsLater(4))
    const [again] = await store.takeDueReceiptChecks(secondsLater(5), secondsLater(60), 9)
    if (!again) throw new Error('Nothing was taken')
    await store.postponeReceiptCheck(again, secondsLater(900), 3)
    const [last] = await store.takeDueReceiptChecks(secondsLater(900), secondsLater(999), 9)
    expect(last).toMatchObject({ wokenAt: secondsLater(4), failures: 3 })
  })

  test('the sandbox stores a limited number of acts, in order', async () => {
    const id = `sub_${randomUUID()}`
    const kept = sandboxRowOf(id, { paymentId: `pay_${id}`, paidAt: createdAt })
    await store.addSandboxSubscription(kept)
    expect(await store.one('sandboxSubscriptions', { paymentId: `pay_${id}` })).toEqual(kept)
    expect(await store.one('sandboxSubscriptions', { paymentId: 'pay_unknown' })).toBeNull()
    const acts = [
      { kind: 'card', at: secondsLater(1), card: 'failing' },
      { kind: 'refund', at: secondsLater(2), paymentId: 'pay_1', amount: 7 },
    ] as const
    for (const act of acts) await store.addSandboxAct(id, act, 2)
    const stop = { kind: 'stop', at: secondsLater(3) } as const
    expect(await store.addSandboxAct(id, stop, 2)).toEqual({ ...kept, acts })
    expect(await store.addSandboxAct('sub_unknown', stop, 2)).toBeNull()
  })
})

test('two PostgreSQL servers that receive the same invoices store each once, and mail once', async () => {
  const { servers, close } = await openTwoServers()
  onTestFinished(close)
  const [one, other] = servers
  const [organisation, admin] = founding('raced', 'admin@raced.test')
  await one.createOrganisation(organisation, admin)
  const subscription = subscriptionOf(organisation)
  await one.addSubscription(subscription)
  for (let round = 0; round < 10; round += 1) {
    const receipts = [1, 2, 3, 4, 5].map(() => receiptOf(subscription))
    // A check is the lock; while there is none, the receipts' ids stand for it.
    if (round === 5) await one.wakeReceipts(subscription.id, createdAt)
    // Each lists them in an order of its own.
    const save = (store: TestStore, given: Receipt[]) =>
      store.saveReceipts(subscription, given, { now: secondsLater(20) })
    await Promise.all([
      save(one, receipts),
      save(other, receipts.toReversed()),
      save(one, receipts.slice(2)),
    ])
  }
  const found = await one.all('receipts', { subscriptionId: subscription.id })
  expect(found).toHaveLength(50)
  expect(new Set(found.map(({ id }) => id)).size).toBe(50)
  expect(await one.listCapturedMails(1000)).toHaveLength(50)
})
