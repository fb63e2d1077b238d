import { describe, expect, test } from 'vitest'
import { PaymentsError } from '../../server/api/payments'
import { checkPayment, stopRenewing } from '../../server/billing/plan/billing-details'
import { day, hour, later, minute, second } from '../../server/lib/time'
import { byOrglens } from '../../server/people/author'
import { growth, receiptsOf } from './billing/organisation'
import {
  breakProvider,
  changeCard,
  openWithPlan,
  planOf,
  prove,
  refusalOf,
  reportAs,
  subscribe,
} from './billing/provider'

const growthYearly = 'plan_growth_yearly_usd'

/** A plan whose period ends in ten days, at a provider that says what the test says. */
async function openReported() {
  const shop = await openWithPlan(growth)
  const start = Math.floor(shop.services.clock().getTime() / 1_000)
  const end = start + 10 * 86_400
  const times = { start_at: start, current_start: start, current_end: end, charge_at: end }
  return {
    ...shop,
    /** @param status null: it is down from here on. */
    async report(status: string | null, paid_count = 1) {
      shop.pass(2 * second)
      const entity = { id: shop.id, status, paid_count, payment_method: 'card', ...times }
      reportAs(shop, status === null ? null : entity)
      if (status !== null) await checkPayment(shop.services, shop.organisation)
      await shop.work()
    },
    mails: () => shop.data.mails.map(({ subject }) => subject),
    paragraphs: () => shop.data.mails.at(-1)?.text.split('\n\n').slice(2, -3),
  }
}

test('a plan that can’t be charged stays if the provider can’t be reached, or if it was paid meanwhile', async () => {
  const { report, ...shop } = await openReported()
  await report('halted')
  await report(null)
  await shop.passDays(20)
  expect(await shop.live()).toHaveLength(1)
  await report('active')
  const renewal = { charges: { state: 'paid' }, unchargedSince: null, announcedEnd: null }
  expect(await shop.live()).toMatchObject([{ renewal }])
})

test('all admins get one mail when a payment fails, when the plan is about to end, and when it ends', async () => {
  const { report, mails, data, join, passDays } = await openReported()
  join('second', true)
  const member = join('member', false)
  for (let turn = 0; turn < 3; turn += 1) await report('pending')
  await report('halted')
  await passDays(15)
  const failed = 'The payment for Growth failed: your Orglens plan'
  const ends = 'Growth ends on 15 March 2026: your Orglens plan'
  const ended = 'Growth has ended: your Orglens plan'
  // The first payment's went to the only admin at that time.
  expect(mails().slice(1)).toEqual([failed, failed, ends, ends, ended, ended])
  expect(data.mails.map(({ to }) => to)).not.toContain(member.email)
  expect(data.events.map(({ action }) => action)).toContain('plan-ended')
  expect(data.subscriptions).toMatchObject([{ state: 'cancelled', nextStepAt: null }])
})

test('admins learn by mail that a plan goes on after a failure, a halt, and a pause', async () => {
  const { report, mails, paragraphs, ...shop } = await openReported()
  await report('pending')
  await report('active', 2)
  expect(paragraphs()?.[0]).toContain('The overdue payment of $99.00 for the Growth plan has')
  await report('paused', 2)
  const paidUntil = '2026-03-11T12:00:00.000Z'
  expect(await planOf(shop)).toMatchObject({ payment_state: 'paused', paid_until: paidUntil })
  await report('active', 2)
  await report('halted', 2)
  await report('active', 2)
  expect(paragraphs()).toEqual([
    "The Growth plan of your organisation can be charged again. The plan goes on, and you don't have to do anything.",
    "1 March 2026 to 10 March 2026 stays unpaid, and won't be charged later.",
    // Another card, of which nobody has said more.
    'From now on $99.00 will be charged with Card for each period, next on 11 March 2026.',
  ])
  // The first charge of one that was only authorised is no news.
  await report('authenticated', 0)
  // It ends only if its charge doesn't come in time, which is announced.
  expect(await planOf(shop)).not.toHaveProperty('ends_at')
  await report('active')
  expect(mails().filter((subject) => subject.startsWith('Growth goes on'))).toHaveLength(3)
  const entries = shop.data.events.filter(({ action }) => /^payment(s|-failed)/.test(action))
  expect(
    entries.map(({ action, audience, details }) => [action, audience, details.reason]),
  ).toEqual([
    ['payment-failed', 'both', 'It is tried again.'],
    ['payments-paused', 'both', undefined],
    ['payments-resumed', 'both', undefined],
    ['payment-failed', 'both', "It isn't tried again, and never charged later by itself."],
    ['payments-resumed', 'both', undefined],
  ])
})

test('a charge that fails after the plan was stopped, and what becomes of it, concern only the operator', async () => {
  const { report, mails, ...shop } = await openReported()
  await report('active')
  await stopRenewing(shop.services, shop.organisation, byOrglens())
  const before = mails().length
  await report('pending')
  const plan = await planOf(shop)
  expect(plan).toMatchObject({ payment_state: 'paid', ends_at: '2026-03-11T12:00:00.000Z' })
  expect(plan).not.toHaveProperty('failed_at')
  await report('active')
  expect(mails().slice(before)).toEqual([])
  const failed = shop.data.events.filter(({ action }) => action === 'payment-failed')
  expect(failed).toMatchObject([{ audience: 'operator' }])
})

test('a stopped plan ends on time, though the provider can’t be told', async () => {
  const shop = await openWithPlan(growth)
  await stopRenewing(shop.services, shop.organisation, byOrglens())
  const fail = () => Promise.reject(new PaymentsError('unreachable', 'It is down'))
  Object.assign(shop.services.payments, { stopRenewing: fail, fetchSubscription: fail })
  await shop.passDays(30)
  const nextStepAt = later(shop.services.clock(), 10 * minute)
  expect(await shop.live()).toMatchObject([{ nextStepAt }])
  await shop.workAfter(day - 5 * minute)
  expect(shop.errors.join()).toContain('did not answer about the end of a plan')
  expect(await shop.live()).toHaveLength(1)
  await shop.workAfter(5 * minute)
  expect(await shop.live()).toEqual([])
})

test('a yearly plan whose charge was given up isn’t resumed by another card: it has to be bought again', async () => {
  const shop = await openWithPlan(growthYearly, 'failing')
  const { services, organisation, id } = shop
  async function checkAfter(span: number) {
    shop.pass(span)
    await checkPayment(services, organisation)
    await shop.work()
  }
  const mailed = (words: string) => shop.data.mails.some(({ text }) => text.includes(words))
  await checkAfter(366 * day)
  expect(mailed('14 days later unless you subscribe again.')).toBe(true)
  await checkAfter(4 * day)
  expect(mailed("choose 'Subscribe again'")).toBe(true)
  const before = await planOf(shop)
  expect(before).toMatchObject({ payment_state: 'halted' })
  // Checkout was opened before, or on a page of the provider's own.
  const text = `Another card doesn't resume a plan whose year isn't paid. To keep the plan, subscribe again.`
  expect(await refusalOf(prove(shop, await changeCard(shop, id, 'good')))).toEqual([409, text])
  await checkAfter(1)
  expect(await planOf(shop)).toMatchObject({ payment_state: 'halted', ends_at: before?.ends_at })
  expect(mailed('goes on')).toBe(false)
  expect((await refusalOf(stopRenewing(services, organisation, byOrglens())))[0]).toBe(409)
  const again = await subscribe(shop, growthYearly)
  expect(await shop.live()).toMatchObject([{ id: again }])
  expect(await services.store.one('subscriptions', { id })).toMatchObject({ state: 'upgraded' })
  expect((await refusalOf(shop.create(growthYearly)))[0]).toBe(409)
  // The provider wasn't asked for a third one.
  expect(shop.data.sandboxSubscriptions).toHaveLength(2)
})

describe('a monthly plan whose charge fails', () => {
  const first = {
    unpaid_from: '2026-04-01T12:00:00.001Z',
    unpaid_until: '2026-05-01T12:00:00.001Z',
  }

  /** It is the day of the first renewal. */
  async function openFailing() {
    const shop = await openWithPlan(growth, 'failing')
    shop.services.haltedPlanDays = 60
    const check = () => checkPayment(shop.services, shop.organisation)
    async function passDays(days: number) {
      for (let count = 0; count < days; count += 1) {
        await shop.workAfter(day)
        await check()
      }
      await shop.workAfter(hour)
    }
    await passDays(31)
    return {
      ...shop,
      passDays,
      plan: () => planOf(shop),
      async payFromNowOn() {
        await prove(shop, await changeCard(shop, shop.id, 'good'))
        await shop.work()
      },
      states: async () =>
        (await receiptsOf(shop)).map(({ state, is_due }) =>
          state === 'unpaid' ? (is_due ? 'due' : 'not charged') : state,
        ),
    }
  }

  test('is due while it is retried, the next try is named, and a new card pays it', async () => {
    const { plan, states, passDays, payFromNowOn } = await openFailing()
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

  test('is never charged once it was given up, and over with the next period, which is paid', async () => {
    const { plan, states, passDays, payFromNowOn, data } = await openFailing()
    await passDays(4)
    expect(await plan()).toMatchObject({ payment_state: 'halted', ...first })
    expect(await states()).toEqual(['not charged', 'paid'])
    await payFromNowOn()
    expect(await plan()).toMatchObject({ payment_state: 'paid', ...first })
    // Nothing is left that was paid for.
    expect(await plan()).not.toHaveProperty('paid_until')
    expect(await states()).toEqual(['not charged', 'paid'])
    const entries = data.events.filter(
      ({ audience, action }) => audience !== 'operator' && /^payment/.test(action),
    )
    expect(entries.map(({ action }) => action)).toEqual([
      ...['payment-taken', 'payment-failed', 'payment-failed'],
      ...['payment-method-changed', 'payments-resumed'],
    ])
    await passDays(30)
    const next = { payment_state: 'paid', paid_until: '2026-06-01T12:00:00.001Z' }
    expect(await plan()).toMatchObject(next)
    expect(await plan()).not.toHaveProperty('unpaid_from')
    expect(await states()).toEqual(['paid', 'not charged', 'paid'])
  })
})

test('a changed payment method is recorded although the provider doesn’t answer, which the refusal says', async () => {
  const shop = await openWithPlan(growth)
  const proof = await changeCard(shop, shop.id, 'failing')
  breakProvider(shop)
  shop.services.payments.fetchPaymentDetails = async () => {
    throw new PaymentsError('unreachable', 'It is broken')
  }
  const text = expect.stringMatching(/^The payment method was changed/)
  expect(await refusalOf(prove(shop, proof))).toEqual([503, text])
  // What it has charged is asked for.
  expect(shop.data.receiptChecks).toMatchObject([{ dueAt: shop.services.clock() }])
  const actions = shop.data.events.map(({ action }) => action)
  expect(actions).toContain('payment-method-changed')
  // Which card it is, nobody has said.
  const unknown = { kind: 'card', network: null, last_digits: null }
  expect((await planOf(shop))?.payment_method).toEqual(unknown)
})

test('a renewal is told to each admin once on each day, but for what they have switched off and the bank doesn’t ask', async () => {
  // Above ₹15,000.
  const shop = await openWithPlan('plan_starter_yearly_inr')
  const [plan] = await shop.live()
  const end = plan?.renewal?.charges?.periodEnd ?? shop.services.clock()
  shop.join('other', true)
  shop.join('off', true, { renewalReminders: false })
  shop.join('member', false)
  const reminders = () => shop.data.mails.filter(({ subject }) => / renews on /.test(subject))
  const days: string[][] = []
  for (const daysAhead of [14.1, 14, 3, 0.1]) {
    const before = reminders().length
    await shop.workAfter(Number(later(end, -daysAhead * day)) - Number(shop.services.clock()))
    const names = reminders().map(({ to }) => to.replace(/@.*/, ''))
    days.push(names.slice(before).sort())
  }
  expect(days).toEqual([[], ['admin', 'other'], ['admin', 'off', 'other'], []])
  for (const { subject, text } of reminders()) {
    expect(subject).toBe('Starter renews on 1 March 2027: your Orglens plan')
    expect(text).toContain('₹19,990.00 will be charged, with the Visa card ending in 4242.')
    expect(text).toContain('That is more than ₹15,000, so your bank asks you to approve')
  }
})
