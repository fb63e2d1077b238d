import { describe, expect, test } from 'vitest'
import { checkPayment } from '../../server/billing/plan/billing-details'
import { listReceipts } from '../../server/billing/receipts/listed-receipts'
import { day, hour } from '../../server/lib/time'
import { sandboxBooks } from '../../server/payments/sandbox/sandbox-books'
import { growth, type Shop } from './billing/organisation'
import { openWithPlan, readProfile } from './billing/provider'

/** What becomes of a period whose charges were given up (D111). */

/** A plan whose renewals fail, on the day of its first one. */
async function openFailingPlan() {
  const { id, ...shop } = await openWithPlan(growth, 'failing')
  const { services, organisation } = shop
  services.haltedPlanDays = 60
  const passDays = async (days: number) => {
    for (let count = 0; count < days; count += 1) {
      await shop.workAfter(day)
      await checkPayment(services, organisation)
    }
    await shop.workAfter(hour)
  }
  await passDays(31)
  return {
    ...shop,
    passDays,
    plan: async () => (await readProfile(shop)).organization.subscription_plan,
    payFromNowOn: async () => {
      await services.payments.sandbox?.changeCard(id, 'good')
      shop.pass(1)
      await checkPayment(services, organisation)
      await shop.work()
    },
    states: () => statesOf(shop),
    told: () =>
      shop.data.events
        .filter(({ audience, action }) => audience !== 'operator' && /^payment/.test(action))
        .map(({ action }) => action),
  }
}

const statesOf = async ({ services, organisation }: Shop) =>
  (await listReceipts(services, organisation)).data.map(({ state, is_due }) =>
    state === 'unpaid' ? (is_due ? 'due' : 'not charged') : state,
  )

const first = { unpaid_from: '2026-04-01T12:00:00.001Z', unpaid_until: '2026-05-01T12:00:00.001Z' }

describe('a failed charge', () => {
  test('is due while it is retried, and the next try is named', async () => {
    const { plan, states } = await openFailingPlan()
    expect(await plan()).toMatchObject({
      payment_state: 'pending',
      failed_at: '2026-04-01T12:00:00.001Z',
      next_try_at: '2026-04-02T12:00:00.001Z',
      tried_until: '2026-04-04T12:00:00.001Z',
    })
    expect(await plan()).not.toHaveProperty('unpaid_from')
    expect(await plan()).not.toHaveProperty('paid_until')
    expect(await states()).toEqual(['due', 'paid'])
  })

  test('that a new card pays leaves nothing unpaid', async () => {
    const { plan, states, payFromNowOn } = await openFailingPlan()
    await payFromNowOn()
    expect(await plan()).toMatchObject({ payment_state: 'paid', paid_until: first.unpaid_until })
    expect(await plan()).not.toHaveProperty('unpaid_from')
    expect(await states()).toEqual(['paid', 'paid'])
  })
})

describe('a period whose charges were given up', () => {
  test('is not charged, in the plan and in the receipts, also after the plan goes on', async () => {
    const { plan, states, passDays, payFromNowOn, told } = await openFailingPlan()
    await passDays(4)
    expect(await plan()).toMatchObject({ payment_state: 'halted', ...first })
    expect(await states()).toEqual(['not charged', 'paid'])
    await payFromNowOn()
    expect(await plan()).toMatchObject({ payment_state: 'paid', ...first })
    // Nothing is left that was paid for.
    expect(await plan()).not.toHaveProperty('paid_until')
    expect(await states()).toEqual(['not charged', 'paid'])
    expect(told()).toEqual([
      'payment-taken',
      'payment-failed',
      'payment-failed',
      'payment-method-changed',
      'payments-resumed',
    ])
  })

  test('is over with the next one, which is paid', async () => {
    const { plan, states, passDays, payFromNowOn } = await openFailingPlan()
    await passDays(4)
    await payFromNowOn()
    await passDays(30)
    expect(await plan()).toMatchObject({
      payment_state: 'paid',
      paid_until: '2026-06-01T12:00:00.001Z',
    })
    expect(await plan()).not.toHaveProperty('unpaid_from')
    expect(await states()).toEqual(['paid', 'not charged', 'paid'])
  })

  test('counts from the first one that wasn’t charged', async () => {
    const { plan, passDays, payFromNowOn } = await openFailingPlan()
    await passDays(35)
    await payFromNowOn()
    expect(await plan()).toMatchObject({
      payment_state: 'paid',
      unpaid_from: first.unpaid_from,
      unpaid_until: '2026-06-01T12:00:00.001Z',
    })
  })
})

test('a pause and its end are in the audit log', async () => {
  const { id, ...shop } = await openWithPlan(growth)
  const { services, organisation, data } = shop
  for (const kind of ['pause', 'resume'] as const) {
    shop.pass(hour)
    await sandboxBooks(services.store).act(id, { kind, at: services.clock() }, 9)
    shop.pass(hour)
    await checkPayment(services, organisation)
  }
  const told = data.events.filter(({ action }) => action.startsWith('payments-'))
  expect(told.map(({ action, audience }) => [action, audience])).toEqual([
    ['payments-paused', 'both'],
    ['payments-resumed', 'both'],
  ])
})
