import { describe, expect, test } from 'vitest'
import type { ProviderPayment } from '../../server/api/payments'
import {
  billingDetailsOf,
  checkPayment,
  stopRenewing,
} from '../../server/billing/plan/billing-details'
import { day, hour, second } from '../../server/lib/time'
import { profileOf } from '../../server/profile/profile'
import { set } from '../../server/store/change'
import { byNobody } from '../support/buying'
import { keepBook } from './billing/charges'
import { growth } from './billing/organisation'
import { openWithPlan, readProfile, refusalOf } from './billing/provider'

/** The renewal of a plan (D81): charges, texts and notices. */

/** A plan whose period ends in ten days. */
async function openPlan() {
  const { id, ...shop } = await openWithPlan(growth)
  const { services, organisation, data } = shop
  // The provider's times have whole seconds.
  shop.pass(second - services.clock().getMilliseconds())
  const end = new Date(services.clock().getTime() + 10 * day)
  const provider = keepBook(shop, id, end)
  shop.pass(2 * second)
  await provider.event()()
  await shop.work()
  const live = async () => (await shop.live())[0]
  return {
    ...shop,
    id,
    end,
    provider,
    async report(status: string) {
      shop.pass(2 * second)
      provider.book.status = status
      await provider.event()()
      await shop.workAfter(2 * second)
    },
    stop: () => stopRenewing(services, organisation, byNobody),
    live,
    plan: async () => (await readProfile(shop)).organization.subscription_plan,
    mails: () => data.mails.map(({ subject }) => subject),
    told: () =>
      data.events.filter(({ audience }) => audience !== 'operator').map(({ action }) => action),
  }
}

describe('the profile', () => {
  test('shows admins the next charge and its method, and members neither', async () => {
    const { plan, end, services, caller, id } = await openPlan()
    expect(await plan()).toMatchObject({
      subscription_id: id,
      renews_at: end.toISOString(),
      payment_state: 'paid',
      payment_method: { kind: 'card', network: 'Visa', last_digits: '4242' },
    })
    const admin = await caller()
    const member = { ...admin, user: { ...admin.user, isAdmin: false } }
    const { subscription_plan: theirs } = (await profileOf(services, member)).organization
    expect(Object.keys(theirs ?? {}).sort()).toEqual([
      'amount_in_usd',
      'descriptions',
      'interval',
      'name',
      'razorpay_plan_id',
      'tag_line_for_plan',
    ])
  })

  test('has neither date nor state of a plan without a report', async () => {
    const { live, services, organisation } = await openPlan()
    const kept = await live()
    if (!kept) throw new Error('There is no plan')
    const details = billingDetailsOf({ ...kept, renewal: null }, false, services, services.clock())
    expect(details).toEqual({ subscription_id: kept.id })
    await services.store.save(set('subscriptions', { id: kept.id }, { renewal: null }))
    const refused = await refusalOf(stopRenewing(services, organisation, byNobody))
    expect(refused[0]).toBe(409)
  })

  test('dates a failed payment, and says until when it is retried', async () => {
    const { plan, passTo, report, end } = await openPlan()
    await passTo(new Date(end.getTime() + hour))
    await report('pending')
    expect(await plan()).toMatchObject({
      payment_state: 'pending',
      failed_at: end.toISOString(),
      tried_until: new Date(end.getTime() + 3 * day).toISOString(),
    })
    expect(await plan()).not.toHaveProperty('renews_at')
    await report('halted')
    const halted = await plan()
    expect(halted).toMatchObject({ payment_state: 'halted', failed_at: end.toISOString() })
    expect(Date.parse(halted?.ends_at ?? '') - end.getTime()).toBeGreaterThan(14 * day)
  })
})

describe('a stopped plan', () => {
  /** Ends a stopped plan whose renewal was charged after all. */
  async function renewedAfterAll(payment: ProviderPayment) {
    const plan = await openPlan()
    await plan.stop()
    const { services, end } = plan
    services.payments.fetchPayments = async () => [payment]
    await plan.passTo(end)
    return plan
  }

  test('ends with its period, as cancelled; the provider is told 48 hours before', async () => {
    const { stop, passTo, end, provider, subscriptions, plan, live } = await openPlan()
    await stop()
    expect(await plan()).toMatchObject({
      ends_at: end.toISOString(),
      can_be_kept_until: new Date(end.getTime() - 2 * day).toISOString(),
      payment_state: 'paid',
    })
    await passTo(new Date(end.getTime() - 2 * day - hour))
    expect(provider.calls).not.toContain('stop')
    await passTo(new Date(end.getTime() - 2 * day))
    expect(provider.calls.filter((call) => call === 'stop')).toHaveLength(1)
    expect(await plan()).not.toHaveProperty('can_be_kept_until')
    await passTo(new Date(end.getTime() - second))
    expect(await live()).toBeDefined()
    await passTo(end)
    expect(await subscriptions()).toMatchObject([{ state: 'cancelled', endedAt: end }])
  })

  test.each([-30, 0, 30])(
    'has a payment refunded that was taken %d s after its end, for the period after it',
    async (seconds) => {
      const { end } = await openPlan()
      const takenAt = new Date(end.getTime() + seconds * second)
      const { data } = await renewedAfterAll({ id: 'pay_late', takenAt, periodStart: end })
      expect(data.refunds).toMatchObject([{ paymentId: 'pay_late', reason: 'after-the-end' }])
    },
  )

  test('keeps the payment of its own period', async () => {
    const { end } = await openPlan()
    const periodStart = new Date(end.getTime() - 10 * day)
    const { data } = await renewedAfterAll({ id: 'pay_own', takenAt: periodStart, periodStart })
    expect(data.refunds).toEqual([])
  })

  test('has a late payment refunded even if the news comes after everything seemed settled', async () => {
    const { provider, end, services, data, ...shop } = await renewedAfterAll({
      id: 'pay_own',
      takenAt: new Date('2026-03-01T12:00:00.000Z'),
      periodStart: new Date('2026-03-01T12:00:00.000Z'),
    })
    expect(await shop.subscriptions()).toMatchObject([{ nextCheckAt: null }])
    const late = { id: 'pay_late', takenAt: end, periodStart: end }
    services.payments.fetchPayments = async () => [late]
    const created_at = Math.floor(end.getTime() / 1000)
    await provider.event(end, { id: 'pay_late', status: 'captured', created_at })()
    await shop.work()
    expect(data.refunds).toMatchObject([{ paymentId: 'pay_late' }])
  })

  test('ends on time while the provider is down, which learns of it later', async () => {
    const { stop, passTo, end, provider, subscriptions, ...shop } = await openPlan()
    await stop()
    provider.kept.isDown = true
    await passTo(end)
    expect(await subscriptions()).toMatchObject([{ state: 'cancelled', endedAt: end }])
    provider.kept.isDown = false
    await shop.workAfter(hour)
    expect(provider.book.status).toBe('cancelled')
  })
})

describe('a plan that can’t be charged', () => {
  test('stays if the provider can’t be reached, or if it was paid meanwhile', async () => {
    const { report, passTo, provider, services, live, ...shop } = await openPlan()
    await report('halted')
    await shop.work()
    provider.kept.isDown = true
    await passTo(new Date(services.clock().getTime() + 20 * day))
    expect(await live()).toBeDefined()
    provider.kept.isDown = false
    provider.book.status = 'active'
    await shop.workAfter(hour)
    expect(await live()).toMatchObject({ renewal: { charges: { state: 'paid' } } })
    expect(await live()).toMatchObject({ renewal: { unchargedSince: null, announcedEnd: null } })
  })

  test('doesn’t end sooner than three days after the announcement, however late that is', async () => {
    const { report, services, live, ...shop } = await openPlan()
    services.work.wake = () => {}
    const { take } = services.store
    services.store.take = async () => []
    await report('halted')
    shop.pass(30 * day)
    services.store.take = take
    await shop.work()
    const now = services.clock().getTime()
    expect(await live()).toMatchObject({ renewal: { announcedEnd: new Date(now + 3 * day) } })
  })

  test('ends after the configured number of days', async () => {
    const { report, passTo, services, live } = await openPlan()
    services.haltedPlanDays = 5
    await report('halted')
    const since = services.clock()
    await passTo(new Date(since.getTime() + 5 * day - hour))
    expect(await live()).toBeDefined()
    await passTo(new Date(since.getTime() + 5 * day))
    expect(await live()).toBeUndefined()
  })
})

describe('checking a payment', () => {
  test('asks the provider, and keeps the card, which the answer doesn’t name', async () => {
    const { services, organisation, provider, plan, ...shop } = await openPlan()
    shop.pass(second)
    provider.book.status = 'pending'
    await checkPayment(services, organisation)
    expect(await plan()).toMatchObject({
      payment_state: 'pending',
      payment_method: { kind: 'card', network: 'Visa', last_digits: '4242' },
    })
  })

  test('reports that the provider can’t be reached, or that there is no plan', async () => {
    const { services, organisation, provider, cancel } = await openPlan()
    provider.kept.isDown = true
    expect((await refusalOf(checkPayment(services, organisation)))[0]).toBe(503)
    provider.kept.isDown = false
    await cancel()
    expect((await refusalOf(checkPayment(services, organisation)))[0]).toBe(409)
  })
})

describe('notices', () => {
  /** Of the first payment, to the only admin at that time. */
  const receipt = 'Your receipt for Growth on Orglens'

  test('all admins get one mail when a payment has failed, when the plan is about to end, and when it ended', async () => {
    const { report, passTo, mails, services, data, join, told } = await openPlan()
    join('second', true)
    const member = join('member', false)
    for (let day = 0; day < 3; day += 1) await report('pending')
    const failed = 'The payment for Growth failed: your Orglens plan'
    expect(mails()).toEqual([receipt, failed, failed])
    await report('halted')
    const ends = 'Growth ends on 15 March 2026: your Orglens plan'
    expect(mails()).toEqual([receipt, failed, failed, ends, ends])
    await passTo(new Date(services.clock().getTime() + 15 * day))
    const ended = 'Growth has ended: your Orglens plan'
    expect(mails()).toEqual([receipt, failed, failed, ends, ends, ended, ended])
    expect(data.mails.map(({ to }) => to)).not.toContain(member.email)
    expect(told()).toEqual([
      'signed-up',
      'subscribed',
      'payment-taken',
      'payment-failed',
      'payment-failed',
      'plan-ended',
    ])
  })

  test('announce a stopped plan’s end seven days before, and that it can be kept', async () => {
    const { stop, passTo, end, mails, data, told } = await openPlan()
    await stop()
    await passTo(new Date(end.getTime() - 7 * day - hour))
    expect(mails()).toEqual([receipt])
    await passTo(new Date(end.getTime() - 7 * day))
    expect(mails()).toEqual([receipt, 'Growth ends on 11 March 2026: your Orglens plan'])
    expect(data.mails[1]?.text).toContain('You can keep it until 9 March 2026 at 12:00 (UTC)')
    await passTo(end)
    expect(mails()).toHaveLength(3)
    expect(told()).toContain('renewal-stopped')
  })

  test('a report without news leaves no entry', async () => {
    const { report, data } = await openPlan()
    const count = () => data.events.filter(({ action }) => action !== 'webhook').length
    const before = count()
    await report('active')
    await report('active')
    expect(count()).toBe(before)
  })
})
