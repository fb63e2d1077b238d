import { describe, expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { PaymentsError } from '../../server/api/payments'
import { changePaymentMethod, checkPayment } from '../../server/billing/plan/billing-details'
import { listReceipts } from '../../server/billing/receipts/listed-receipts'
import { day, hour, second } from '../../server/lib/time'
import { readSubscription } from '../../server/payments/razorpay-format'
import { profileOf } from '../../server/profile/profile'
import { createSubscription, verifySubscription } from '../support/buying'
import { growth, payFor, signedCall } from './billing/organisation'
import { openWithPlan, readProfile, refusalOf } from './billing/provider'

/** A plan whose period ends in ten days at a provider that says what the test says. */
async function openPlan() {
  const { id, ...shop } = await openWithPlan(growth)
  const { services, data } = shop
  const seconds = () => Math.floor(services.clock().getTime() / 1_000)
  const [start, end] = [seconds(), seconds() + 10 * 86_400]
  const provider = { status: 'active', paid_count: 1, isDown: false }
  const entity = () => ({
    ...{ id, start_at: start, ended_at: null, payment_method: 'card' },
    ...{ current_start: start, current_end: end, charge_at: end },
    status: provider.status,
    paid_count: provider.paid_count,
  })
  services.payments.fetchSubscription = async () => {
    const read = provider.isDown ? null : readSubscription(entity(), services.clock())
    if (!read) throw new PaymentsError('unreachable', 'It is down')
    return read
  }
  let events = 0
  async function report(status: string) {
    shop.pass(2 * second)
    provider.status = status
    events += 1
    const call = [entity(), `subscription.${status}`, `event_${events}`, null, seconds()] as const
    await shop.hear(signedCall(...call))
    await shop.workAfter(2 * second)
  }
  await report('active')
  return {
    ...shop,
    provider,
    report,
    live: async () => (await shop.live())[0],
    mails: () => data.mails.map(({ subject }) => subject),
  }
}

describe('a plan that can’t be charged', () => {
  test('stays if the provider can’t be reached, or if it was paid meanwhile', async () => {
    const { report, passTo, provider, services, live, ...shop } = await openPlan()
    await report('halted')
    await shop.work()
    provider.isDown = true
    await passTo(new Date(services.clock().getTime() + 20 * day))
    expect(await live()).toBeDefined()
    Object.assign(provider, { isDown: false, status: 'active' })
    await shop.workAfter(hour)
    const renewal = { charges: { state: 'paid' }, unchargedSince: null, announcedEnd: null }
    expect(await live()).toMatchObject({ renewal })
  })

  test('is told to all admins by one mail when a payment fails, when it is about to end, and when it ends', async () => {
    const { report, passTo, mails, services, data, join, errors } = await openPlan()
    join('second', true)
    const member = join('member', false)
    for (let day = 0; day < 3; day += 1) await report('pending')
    // Of the first payment, to the only admin at that time.
    const receipt = 'Your receipt for Growth on Orglens'
    const failed = 'The payment for Growth failed: your Orglens plan'
    expect(mails()).toEqual([receipt, failed, failed])
    await report('halted')
    expect(errors).toEqual([expect.stringMatching(/^The provider has given up charging /)])
    const ends = 'Growth ends on 15 March 2026: your Orglens plan'
    expect(mails()).toEqual([receipt, failed, failed, ends, ends])
    await passTo(new Date(services.clock().getTime() + 15 * day))
    const ended = 'Growth has ended: your Orglens plan'
    expect(mails()).toEqual([receipt, failed, failed, ends, ends, ended, ended])
    expect(data.mails.map(({ to }) => to)).not.toContain(member.email)
  })
})

test('stopping a renewal can be undone until two days before the end, and is said to be as long', async () => {
  const shop = await openWithPlan(growth)
  const undoUntil = async () => (await readProfile(shop)).organization.subscription_plan?.undo_until
  shop.pass(29 * day - 1)
  await checkPayment(shop.services, shop.organisation)
  expect(await undoUntil()).toBe('2026-03-30T12:00:00.001Z')
  shop.pass(1)
  expect(await undoUntil()).toBeUndefined()
})

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
    states: async () =>
      (await listReceipts(services, organisation)).data.map(({ state, is_due }) =>
        state === 'unpaid' ? (is_due ? 'due' : 'not charged') : state,
      ),
  }
}

describe('a yearly plan whose charge was given up', () => {
  const yearly = 'plan_growth_yearly_usd'

  async function openUnpaidYear() {
    const shop = await openWithPlan(yearly, 'failing')
    const { services, organisation } = shop
    shop.pass(370 * day)
    await checkPayment(services, organisation)
    await shop.work()
    return {
      ...shop,
      plan: async () => (await readProfile(shop)).organization.subscription_plan,
    }
  }

  test('isn’t resumed by another card: its year would be free', async () => {
    const { services, organisation, plan, id, caller, work, ...shop } = await openUnpaidYear()
    const before = await plan()
    expect(before).toMatchObject({ payment_state: 'halted' })
    // Checkout was opened before, or on a page of the provider's own.
    const proof = await services.payments.sandbox?.changeCard(id, 'good')
    if (!proof || typeof proof === 'string') throw new Error('Not changed')
    const change = changePaymentMethod(services, await caller(), networkOf('192.0.2.1'), proof)
    const text = `Another card doesn't resume a plan whose year isn't paid. To keep the plan, subscribe again.`
    expect(await refusalOf(change)).toEqual([409, text])
    shop.pass(1)
    await checkPayment(services, organisation)
    await work()
    expect(await plan()).toMatchObject({ payment_state: 'halted', ends_at: before?.ends_at })
    await shop.workAfter(15 * day)
    expect(await plan()).toBeNull()
  })

  test('stays as it is until it was bought again, and ends with that payment', async () => {
    const shop = await openUnpaidYear()
    const { services, organisation, plan, id, data } = shop
    const again = await createSubscription(services, organisation, yearly)
    expect(await plan()).toMatchObject({ subscription_id: id, payment_state: 'halted' })
    await verifySubscription(services, organisation, await payFor(shop, again))
    await shop.work()
    expect(await plan()).toMatchObject({ subscription_id: again, payment_state: 'paid' })
    const old = data.subscriptions.find((one) => one.id === id)
    expect(old).toMatchObject({ state: 'upgraded' })
    const twice = createSubscription(services, organisation, yearly)
    expect(await refusalOf(twice)).toEqual([409, 'Your organisation already has this plan.'])
  })
})

test('admins learn by mail that a plan goes on after a failure, a halt, and a pause', async () => {
  const { report, data, provider, services, caller } = await openPlan()
  const mail = () => data.mails.at(-1)
  const plan = async () =>
    (await profileOf(services, await caller())).organization.subscription_plan
  await report('pending')
  provider.paid_count = 2
  await report('active')
  expect(mail()?.subject).toBe('Growth goes on: your Orglens plan')
  expect(mail()?.text).toContain('The overdue payment of $99.00 for the Growth plan has arrived.')
  await report('paused')
  expect(await plan()).toMatchObject({ payment_state: 'paused', paid_until: paidUntil })
  await report('active')
  expect(mail()?.text).toContain('The Growth plan of your organisation can be charged again.')
  await report('halted')
  await report('active')
  expect(mail()?.text.split('\n\n').slice(2, -3)).toEqual([
    "The Growth plan of your organisation can be charged again. The plan goes on, and you don't have to do anything.",
    "1 March 2026 to 10 March 2026 stays unpaid, and won't be charged later.",
    // Another card, of which nobody has said more.
    'From now on $99.00 will be charged with Card for each period, next on 11 March 2026.',
  ])
  // The first charge of one that was only authorised is no news.
  provider.paid_count = 0
  await report('authenticated')
  provider.paid_count = 1
  await report('active')
  expect(data.mails.filter(({ subject }) => subject.startsWith('Growth goes on'))).toHaveLength(3)
})

const paidUntil = '2026-03-11T12:00:00.000Z'
const first = { unpaid_from: '2026-04-01T12:00:00.001Z', unpaid_until: '2026-05-01T12:00:00.001Z' }

test('a failed charge is due while it is retried, the next try is named, and a new card pays it', async () => {
  const { plan, states, passDays, payFromNowOn } = await openFailingPlan()
  expect(await plan()).toMatchObject({
    payment_state: 'pending',
    failed_at: '2026-04-01T12:00:00.001Z',
    next_try_at: '2026-04-02T12:00:00.001Z',
    tried_until: '2026-04-04T12:00:00.001Z',
  })
  for (const field of ['unpaid_from', 'paid_until', 'renews_at']) {
    expect(await plan()).not.toHaveProperty(field)
  }
  expect(await states()).toEqual(['due', 'paid'])
  await passDays(1)
  expect(await plan()).toMatchObject({ next_try_at: '2026-04-03T12:00:00.001Z' })
  await payFromNowOn()
  expect(await plan()).toMatchObject({ payment_state: 'paid', paid_until: first.unpaid_until })
  expect(await plan()).not.toHaveProperty('unpaid_from')
  expect(await states()).toEqual(['paid', 'paid'])
})

test('a period whose charges were given up is never charged, and over with the next one, which is paid', async () => {
  const { plan, states, passDays, payFromNowOn, data } = await openFailingPlan()
  await passDays(4)
  expect(await plan()).toMatchObject({ payment_state: 'halted', ...first })
  expect(await states()).toEqual(['not charged', 'paid'])
  await payFromNowOn()
  expect(await plan()).toMatchObject({ payment_state: 'paid', ...first })
  // Nothing is left that was paid for.
  expect(await plan()).not.toHaveProperty('paid_until')
  expect(await states()).toEqual(['not charged', 'paid'])
  const told = data.events.filter(
    ({ audience, action }) => audience !== 'operator' && /^payment/.test(action),
  )
  expect(told.map(({ action, details }) => [action, details.reason])).toEqual([
    ['payment-taken', undefined],
    ['payment-failed', 'It is tried again.'],
    ['payment-failed', "It isn't tried again, and never charged later by itself."],
    ['payment-method-changed', undefined],
    ['payments-resumed', undefined],
  ])
  await passDays(30)
  const next = { payment_state: 'paid', paid_until: '2026-06-01T12:00:00.001Z' }
  expect(await plan()).toMatchObject(next)
  expect(await plan()).not.toHaveProperty('unpaid_from')
  expect(await states()).toEqual(['paid', 'not charged', 'paid'])
})
