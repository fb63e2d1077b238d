import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refund } from '../../server/billing/refunds/tables'
import type { Organisation } from '../../server/people/tables'
import { memoryAndSql } from '../support/every-store'
import type { TestStore } from '../support/test-store'
import { createdAt, founding, refundFor, secondsLater, subscriptionOf } from './sql-store-examples'

describe.each(memoryAndSql)('reopening a refund in %s', (_name, open) => {
  let store: TestStore
  let organisation: Organisation

  beforeAll(async () => {
    store = await open()
    const [founded, admin] = founding('acme', 'admin@acme.test')
    organisation = founded
    await store.createOrganisation(organisation, admin)
  })

  afterAll(() => store.close())

  /** @returns a stored refund with these changes. */
  async function keep(change: Partial<Refund>): Promise<Refund> {
    const subscription = subscriptionOf(organisation)
    await store.addSubscription(subscription)
    const refund = refundFor(subscription, change)
    await store.saveSubscriptions(organisation.id, [subscription], [refund])
    return refund
  }

  const all: Refund['state'][] = ['owed', 'done']
  const begun = { refundId: 'rfnd_1', nextAttemptAt: secondsLater(500) }
  const settled = { nextAttemptAt: null, settledAt: createdAt }

  test.each<[string, Partial<Refund>, Refund['state'][]]>([
    ['that is pending', begun, ['owed']],
    ['that was done', { ...settled, state: 'done', refundId: 'rfnd_1' }, all],
    ['that was done by a version that kept no id', { ...settled, state: 'done' }, all],
  ])('%s makes it owed, and due', async (_how, change, states) => {
    const refund = await keep(change)
    expect(await store.reopenRefund(refund.paymentId, 'rfnd_1', states, secondsLater(9))).toBe(true)
    const due = await store.takeDueRefunds(secondsLater(9), secondsLater(9_999), 9)
    const owed = { state: 'owed', refundId: 'rfnd_1', settledAt: null } as const
    expect(due).toEqual([{ ...refund, ...owed, nextAttemptAt: secondsLater(9_999) }])
  })

  test.each<[string, Partial<Refund>, Refund['state'][]]>([
    ['while none of ours was begun', { nextAttemptAt: secondsLater(500) }, all],
    ['that is another one than ours', { ...begun, refundId: 'rfnd_2' }, all],
    ['that was done, where that is no news', { ...settled, state: 'done' }, ['owed']],
    ['that was given up', { ...settled, state: 'refused', refundId: 'rfnd_1' }, all],
  ])('%s changes nothing', async (_how, change, states) => {
    const { paymentId } = await keep(change)
    expect(await store.reopenRefund(paymentId, 'rfnd_1', states, secondsLater(9))).toBe(false)
    expect(await store.takeDueRefunds(secondsLater(499), secondsLater(9_999), 9)).toEqual([])
  })

  test('reopening the refund of an unknown payment changes nothing', async () => {
    expect(await store.reopenRefund('pay_none', 'rfnd_1', all, createdAt)).toBe(false)
  })
})
