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

const kinds = [
  ...['mail', 'refunds', 'receipts', 'cancellations', 'checkouts', 'comparison', 'renewals'],
  ...['deletions', 'reports', 'housekeeping'],
]
const nothing = Object.fromEntries(kinds.map((kind) => [kind, null]))

describe.each(memoryAndSql)('the oldest work in %s', (_, open) => {
  const store = storeForTests(open)

  test('has its age for each kind, and none if none is waiting', async () => {
    expect(await findOldestWork(store, createdAt)).toEqual(nothing)
    // A chore that was never done is due.
    const { jobs } = await findDueWork(store, createdAt)
    expect(jobs).toEqual(['housekeeping'])

    const [organisation, admin] = founding('acme', 'admin@acme.test')
    await found(store, organisation, admin)
    const mails = [
      mailTo('captured@acme.test', { nextAttemptAt: null, createdAt: secondsLater(-9) }),
      mailTo('old@acme.test', { createdAt: secondsLater(1), nextAttemptAt: secondsLater(600) }),
      mailTo('new@acme.test', { createdAt: secondsLater(2) }),
    ]
    for (const mail of mails) await saveReset(store, resetOf(admin), mail)
    const add = async (nextCheckAt: Date | null, change: Partial<Subscription> = {}) => {
      const subscription = subscriptionOf(organisation, { nextCheckAt, ...change })
      await store.save(addRow('subscriptions', subscription))
      return subscription
    }
    await add(secondsLater(50))
    const live = { state: 'live', startedAt: createdAt, nextStepAt: secondsLater(80) } as const
    await add(secondsLater(70), live)
    await add(null, { state: 'cancelled', endedAt: secondsLater(10) })
    const ended = await add(secondsLater(100), { state: 'void', endedAt: secondsLater(20) })
    const waits = { createdAt: secondsLater(40), nextAttemptAt: secondsLater(900) }
    const refund = refundFor(ended, waits)
    await store.save(addRow('refunds', refund))
    await store.save(addRow('chores', { name: 'housekeeping', nextAt: secondsLater(60) }))
    for (const write of wakingReceipts([ended.id], secondsLater(80))) await store.save(write)
    const deletion = deletionOf(organisation, admin, { nextStepAt: secondsLater(90) })
    await store.save(addRow('deletions', deletion))
    await store.save(addRow('reports', reportOf(admin, { runAt: secondsLater(92) })))

    const waiting = {
      mail: secondsLater(1),
      refunds: secondsLater(40),
      cancellations: secondsLater(20),
    }
    expect(await findOldestWork(store, secondsLater(49))).toEqual({ ...nothing, ...waiting })
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
    expect(await dueAt(secondsLater(99))).toEqual(
      kinds.filter((kind) => !['cancellations', 'refunds'].includes(kind)).sort(),
    )
    expect(await dueAt(secondsLater(900))).toEqual(kinds.toSorted())

    for (const { id } of mails) await store.save(remove('mails', { id }))
    // Once it was begun, it is the provider that everybody waits for.
    const begun = { refundId: 'rfnd_1', nextAttemptAt: secondsLater(900) }
    await postponeRefund({ store }, refund, begun)
    const idle = { mail: null, refunds: null }
    expect(await findOldestWork(store, secondsLater(49))).toMatchObject(idle)
  })
})
