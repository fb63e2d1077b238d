import { describe, expect, test } from 'vitest'
import { findDueWork, findOldestWork } from '../../server/app/due-work'
import { saveReset } from '../../server/auth/password-reset'
import { wakingReceipts } from '../../server/billing/postpone'
import { postponeRefund } from '../../server/billing/refunds/refunds'
import type { Subscription } from '../../server/billing/tables'
import { add as addRow, remove } from '../../server/store/change'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { reportOf } from '../support/report-examples'
import {
  createdAt,
  deletionOf,
  found,
  founding,
  mailTo,
  refundFor,
  resetOf,
  secondsLater,
  subscriptionOf,
} from './sql-store-examples'

const nothing = {
  mail: null,
  refunds: null,
  receipts: null,
  cancellations: null,
  checkouts: null,
  comparison: null,
  renewals: null,
  deletions: null,
  reports: null,
  housekeeping: null,
}

describe.each(memoryAndSql)('the oldest work in %s', (_, open) => {
  const store = storeForTests(open)

  test('has its age for each kind, and none if none is waiting', async () => {
    expect(await findOldestWork(store, createdAt)).toEqual(nothing)
    // A chore that was never done is due.
    expect(await findDueWork(store, createdAt)).toEqual({
      jobs: ['housekeeping'],
      isReadOnly: false,
    })

    const [organisation, admin] = founding('acme', 'admin@acme.test')
    await found(store, organisation, admin)
    const mails = [
      mailTo('captured@acme.test', { nextAttemptAt: null, createdAt: secondsLater(-9) }),
      mailTo('old@acme.test', { createdAt: secondsLater(1), nextAttemptAt: secondsLater(600) }),
      mailTo('new@acme.test', { createdAt: secondsLater(2) }),
    ]
    for (const mail of mails) await saveReset(store, resetOf(admin), mail)

    const add = async (change: Partial<Subscription>) => {
      const subscription = subscriptionOf(organisation, {
        nextCheckAt: secondsLater(100),
        ...change,
      })
      await store.save(addRow('subscriptions', subscription))
      return subscription
    }
    await add({ nextCheckAt: secondsLater(50) })
    const steps = { nextCheckAt: secondsLater(70), nextStepAt: secondsLater(80) }
    await add({ state: 'live', startedAt: createdAt, ...steps })
    await add({ state: 'cancelled', endedAt: secondsLater(10), nextCheckAt: null })
    const ended = await add({ state: 'void', endedAt: secondsLater(20) })
    await add({ state: 'upgraded', endedAt: secondsLater(30) })
    const refund = refundFor(ended, {
      createdAt: secondsLater(40),
      nextAttemptAt: secondsLater(900),
    })
    await store.save(addRow('refunds', refund))
    await store.save(addRow('chores', { name: 'housekeeping', nextAt: secondsLater(60) }))
    for (const write of wakingReceipts([ended.id], secondsLater(80))) await store.save(write)
    const deletion = deletionOf(organisation, admin, { nextStepAt: secondsLater(90) })
    await store.save(addRow('deletions', deletion))
    await store.save(addRow('reports', reportOf(admin, { runAt: secondsLater(92) })))

    const waiting = {
      ...nothing,
      mail: secondsLater(1),
      refunds: secondsLater(40),
      cancellations: secondsLater(20),
    }
    expect(await findOldestWork(store, secondsLater(49))).toEqual(waiting)
    expect(await findOldestWork(store, secondsLater(99))).toEqual({
      ...waiting,
      checkouts: secondsLater(50),
      comparison: secondsLater(70),
      renewals: secondsLater(80),
      housekeeping: secondsLater(60),
      receipts: secondsLater(80),
      deletions: secondsLater(90),
      reports: secondsLater(92),
    })

    const dueAt = async (time: Date) => (await findDueWork(store, time)).jobs.sort()
    expect(await dueAt(secondsLater(-1))).toEqual([])
    expect(await dueAt(secondsLater(49))).toEqual(['mail'])
    expect(await dueAt(secondsLater(99))).toEqual([
      'checkouts',
      'comparison',
      'deletions',
      'housekeeping',
      'mail',
      'receipts',
      'renewals',
      'reports',
    ])
    expect(await dueAt(secondsLater(900))).toEqual(Object.keys(nothing).sort())

    for (const { id } of mails) await store.save(remove('mails', { id }))
    // Once it was begun, it is the provider that everybody waits for.
    const pending = secondsLater(800)
    await postponeRefund({ store }, refund, { refundId: 'rfnd_1', nextAttemptAt: pending })
    expect(await findOldestWork(store, secondsLater(49))).toMatchObject({ refunds: null })
    const [reopened] = await store.take(
      { table: 'refunds', due: 'nextAttemptAt' },
      pending,
      secondsLater(900),
      1,
    )
    expect(reopened).toMatchObject({ refundId: 'rfnd_1' })
    const taken = { ...refund, nextAttemptAt: secondsLater(900) }
    await postponeRefund({ store }, taken, { refundId: null })
    expect(await findOldestWork(store, secondsLater(49))).toMatchObject({
      refunds: secondsLater(40),
    })
    await postponeRefund({ store }, refund, { state: 'done', nextAttemptAt: null })
    expect(await findOldestWork(store, secondsLater(49))).toMatchObject({
      mail: null,
      refunds: null,
    })
  })
})
