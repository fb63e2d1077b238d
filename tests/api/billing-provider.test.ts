import { expect, onTestFinished, test, vi } from 'vitest'
import { rateLimits } from '../../server/api/limits'
import { PaymentsError } from '../../server/api/payments'
import * as checkout from '../../server/billing/checkout/create'
import * as details from '../../server/billing/plan/billing-details'
import { takeWebhook } from '../../server/billing/webhook'
import { day, hour, later, minute, second } from '../../server/lib/time'
import { byOrglens } from '../../server/people/author'
import { deferred } from '../support/deferred'
import {
  growth,
  openShop,
  payFor,
  type Shop,
  scale,
  signed,
  signedCall,
  signedRefundCall,
  starter,
} from './billing/organisation'
import {
  breakProvider,
  changeCard,
  openWithPlan,
  planOf,
  prove,
  readProfile,
  refusalOf,
  reportAs,
  subscribe,
} from './billing/provider'

/** Makes the provider's answer about subscriptions wait. @returns what lets it come. */
function holdAnswers({ services }: Shop, call: 'fetchSubscription' | 'cancelSubscription') {
  const held = deferred()
  const answer = services.payments[call]
  services.payments[call] = async (id: string) => {
    await held.promise
    return await answer(id)
  }
  return held.resolve
}

function fakeTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a cancellation waits 5 s for a provider that does not answer, then succeeds', async () => {
  const shop = await openWithPlan(growth)
  const letGo = holdAnswers(shop, 'cancelSubscription')
  fakeTimeouts()
  const answered = vi.fn()
  const cancelling = shop.cancel().then(answered)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(answered).not.toHaveBeenCalled()
  expect(await shop.live()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await cancelling
  // It goes on after the call has stopped waiting.
  letGo()
  vi.useRealTimers()
  await expect
    .poll(async () => (await shop.services.payments.fetchSubscription(shop.id)).status)
    .toBe('ended')
})

test.each([
  ['was halted', { status: 'halted', paid_count: 3 }, 10, 'halted'],
  // A bank may take three days.
  ['was authorised only', { status: 'authenticated', paid_count: 0 }, 7, 'never-charged'],
])(
  'a plan stays for 14 days when it %s, and each day an error is logged',
  async (_why, report, times, reason) => {
    const { id, ...shop } = await openWithPlan(growth)
    reportAs(shop, { id, ...report })
    await shop.passDays(10)
    const errors = shop.errors.filter((text) => text.includes(id))
    expect(errors).toHaveLength(times)
    expect(errors.at(-1)).toContain(reason)
    expect(await planOf(shop)).toMatchObject({ ends_at: '2026-03-16T12:00:00.001Z' })
  },
)

test('a call says that nothing was changed where the provider fails', async () => {
  const shop = await openShop()
  const text = expect.stringContaining('Nothing was changed')
  breakProvider(shop)
  expect(await refusalOf(shop.create(growth))).toEqual([503, text])
  breakProvider(shop, 'refused')
  expect(await refusalOf(shop.create(growth))).toEqual([502, text])
  const refused = { action: 'checkout-refused', audience: 'operator', outcome: 'failed' }
  expect(shop.data.events.slice(1)).toMatchObject([
    refused,
    { ...refused, errorMessage: 'It is broken' },
  ])
})

test('a checkout can be paid for a day, and notes its organisation at the provider', async () => {
  const shop = await openShop()
  const created = vi.spyOn(shop.services.payments, 'createSubscription')
  shop.organisation.name = 'Acme Labs'
  const [id, other] = [await shop.create(growth), await shop.create(growth)]
  const order = { organisationSlug: shop.organisation.slug, interval: 'monthly' }
  expect(created).toHaveBeenCalledWith(expect.objectContaining(order))
  shop.pass(23 * hour)
  await payFor(shop, other)
  shop.pass(hour)
  expect(await shop.services.payments.sandbox?.pay(id)).toBe('ended')
})

test('a checkout keeps no reader waiting for a slow provider, whose late answer still counts', async () => {
  const shop = await openShop()
  const id = await shop.create(growth)
  await payFor(shop, id)
  const letGo = holdAnswers(shop, 'fetchSubscription')
  fakeTimeouts()
  const profile = readProfile(shop)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await profile).toMatchObject({ is_subscribed: false })
  vi.useRealTimers()
  letGo()
  await expect.poll(async () => (await shop.live()).length).toBe(1)
})

test('a provider that is down is an error in the log where a plan would go on being paid, each time', async () => {
  const shop = await openWithPlan(growth)
  await shop.create(starter)
  breakProvider(shop)
  await shop.workAfter(hour)
  expect(shop.errors).toEqual([])
  await shop.cancel()
  for (const _hour of [1, 2]) await shop.workAfter(hour)
  const text = 'A subscription could not be cancelled at the payment provider yet'
  expect(shop.errors).toEqual(Array(3).fill(expect.stringContaining(text)))
  const nextCheckAt = later(shop.services.clock(), 40 * second)
  const { store } = shop.services
  expect(await store.one('subscriptions', { id: shop.id })).toMatchObject({ nextCheckAt })
})

test('a check that succeeds forgets the failures before it', async () => {
  const shop = await openWithPlan(growth)
  const works = { ...shop.services.payments }
  breakProvider(shop)
  const down = new PaymentsError('unreachable', 'It is down')
  shop.services.payments.fetchInvoices = () => Promise.reject(down)
  await shop.passDays(2)
  expect(shop.data.receiptChecks[0]?.failures).toBeGreaterThan(0)
  const failures = () => shop.data.subscriptions.map(({ checkFailures }) => checkFailures > 0)
  expect(failures()).toEqual([true])
  const failed = shop.data.events.filter(({ action }) => action === 'check-failed')
  expect(failed).toMatchObject([{ audience: 'operator', outcome: 'failed' }])
  expect(shop.errors).toEqual([expect.stringContaining('A plan could not be compared')])
  Object.assign(shop.services.payments, works)
  await shop.passDays(2)
  expect(failures()).toEqual([false])
  const { endedAt } = await shop.services.payments.cancelSubscription(shop.id)
  await shop.passDays(1)
  const ended = { action: 'plan-ended', at: endedAt, origin: 'comparison' }
  expect(shop.data.events.at(-1)).toMatchObject(ended)
})

test('an unpaid checkout is asked about every ten seconds while it is young, then ever more rarely', async () => {
  const shop = await openShop()
  await shop.create(growth)
  const waitAfter = async (milliseconds: number) => {
    await shop.workAfter(milliseconds)
    const [checkout] = await shop.subscriptions()
    return Number(checkout?.nextCheckAt) - Number(shop.services.clock())
  }
  expect(await waitAfter(14 * minute)).toBe(10 * second)
  expect(await waitAfter(hour)).toBeGreaterThan(minute)
})

test('a payment that is proved counts, though the provider doesn’t list it yet', async () => {
  const shop = await openShop()
  const id = await shop.create(growth)
  const proof = await payFor(shop, id)
  reportAs(shop, { id, status: 'created' })
  await shop.verify(proof)
  expect(await shop.live()).toMatchObject([{ id }])
})

test('a wrong proof of a payment is entered for the operator, and refused above a limit', async () => {
  const shop = await openShop()
  const proof = { ...(await payFor(shop, await shop.create(growth))), signature: 'wrong' }
  const refuseProof = [{ by: ['organisation'] as const, calls: 1, window: day }]
  shop.services.rateLimits = { ...rateLimits(), refuseProof }
  const statuses = [await refusalOf(shop.verify(proof)), await refusalOf(shop.verify(proof))]
  expect(statuses.map(([status]) => status)).toEqual([400, 429])
  const refused = { action: 'proof-refused', audience: 'operator', outcome: 'refused' }
  expect(shop.data.events.at(-1)).toMatchObject(refused)
})

test('subscribers keep a plan that is no longer offered', async () => {
  const shop = await openWithPlan(growth)
  shop.services.withoutPlan = { members: 3 }
  const before = await readProfile(shop)
  expect(before.organization.subscription_plan?.limits_without_plan).toEqual({ members: 3 })
  shop.services.plans = []
  expect(await readProfile(shop)).toEqual(before)
  expect((await refusalOf(shop.create(growth)))[0]).toBe(422)
})

test('a check of a payment waits 5 s for a provider that does not answer, and a proof 2 s', async () => {
  const shop = await openWithPlan(growth)
  const proof = await payFor(shop, await shop.create(scale))
  shop.services.payments.verifyPayment = async () => true
  holdAnswers(shop, 'fetchSubscription')
  fakeTimeouts()
  const refusal = refusalOf(details.checkPayment(shop.services, shop.organisation))
  const verified = vi.fn()
  void shop.verify(proof).then(verified)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(verified).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await refusal).toEqual([503, expect.stringContaining("didn't answer in time")])
})

test('whatever is decided about plans, the work that follows begins at once', async () => {
  const shop = await openShop()
  const { services, organisation, data } = shop
  const id = await shop.create(growth)
  const proof = await payFor(shop, id)
  const byHand = [services, organisation, byOrglens()] as const
  const acts: Record<string, () => Promise<unknown>> = {
    verify: () => shop.verify(proof),
    webhook: () => shop.hear(signedCall(shop, id, 'event_1')),
    refund: () => shop.hear(signedRefundCall(proof.paymentId, 'event_2')),
    stop: () => details.stopRenewing(...byHand),
    keep: () => details.keepRenewing(...byHand),
    check: () => details.checkPayment(services, organisation),
    card: async () => prove(shop, await changeCard(shop, id, 'good')),
    cancel: () => shop.cancel(),
  }
  for (const [name, act] of Object.entries(acts)) {
    const woken = vi.spyOn(services.work, 'wake')
    await act()
    expect(woken, name).toHaveBeenCalled()
    woken.mockRestore()
    // A refund is told of a payment that has a receipt.
    if (name === 'verify') await shop.work()
  }
  expect(data.receipts).toHaveLength(1)
})

test('a payment that isn’t listed is an error after an hour, and without any is left to the operator after ninety days', async () => {
  const shop = await openWithPlan(growth)
  const { payments } = shop.services
  const { cancelSubscription } = payments
  payments.fetchPayments = async () => []
  payments.cancelSubscription = async (id) => ({ ...(await cancelSubscription(id)), paidCount: 0 })
  await shop.cancel()
  await shop.workAfter(hour / 2)
  expect(shop.errors).toEqual([])
  await shop.workAfter(hour)
  expect(shop.errors.join()).toContain('A payment is not listed by the payment provider yet')
  await shop.workAfter(89 * day)
  expect(await shop.subscriptions()).toMatchObject([{ nextCheckAt: expect.any(Date) }])
  await shop.workAfter(89 * day)
  expect(await shop.subscriptions()).toMatchObject([{ nextCheckAt: null }])
  expect(shop.errors.at(-1)).toContain('is left to the operator')
})

test('the log has what became of each call of the webhook, and an error for a charge that was given up', async () => {
  const { id, ...shop } = await openWithPlan(growth)
  const halted = () => signedCall(shop, id, 'one', undefined, 'subscription.halted')
  const ofOthers = [signedCall(shop, 'other', 'two'), signedRefundCall('pay_other', 'three')]
  const melted = { payload: { subscription: { entity: { id, status: 'melted' } } } }
  const unread = [JSON.stringify({ event: 'subscription.x', ...melted }), '{}', 'hello']
  const others = [...ofOthers, ...unread.map((body) => signed({ id: 'four', body }))]
  const outcomes: string[] = []
  for (const call of [halted(), halted(), ...others])
    await takeWebhook(shop.services, ...(await call), undefined, (one) => outcomes.push(one))
  expect(outcomes).toEqual(['taken', 'repeated', ...Array(5).fill('ignored')])
  expect(shop.errors.join()).toContain('has given up charging')
})

test('a plan that is cancelled while it is compared with the provider is cancelled there no later', async () => {
  const shop = await openWithPlan(growth)
  const letGo = holdAnswers(shop, 'fetchSubscription')
  const comparing = shop.workAfter(day)
  const down = new PaymentsError('unreachable', 'It is down')
  shop.services.payments.cancelSubscription = () => Promise.reject(down)
  await shop.cancel()
  letGo()
  await comparing
  const nextCheckAt = later(shop.services.clock(), 10 * second)
  expect(await shop.subscriptions()).toMatchObject([{ state: 'cancelled', nextCheckAt }])
})

test.each<[string, string, typeof details.stopRenewing]>([
  [
    'buying',
    'open-checkout',
    async (services, organisation, author, id) =>
      void (await checkout.createSubscription(services, organisation, author, scale, id)),
  ],
  ['cancelling', 'change-plans', details.cancelSubscription],
  ['stopping', 'change-plans', details.stopRenewing],
])(
  '%s is refused where somebody else replaces the plan at that moment',
  async (_what, name, act) => {
    const shop = await openWithPlan(starter)
    const { services, organisation, id } = shop
    const { store } = services
    services.store = {
      ...store,
      async change(change, lock, by, decide) {
        if (change === name) {
          services.store = store
          await subscribe(shop, growth)
        }
        return await store.change(change, lock, by, decide)
      },
    }
    const text =
      "Your organisation's plan has changed: it is Growth (monthly) now. Look at it before you choose again."
    expect(await refusalOf(act(services, organisation, byOrglens(), id))).toEqual([409, text])
    expect(await shop.subscriptions()).toHaveLength(2)
    const renewing = { plan: { name: 'Growth' }, renewal: { stopsAt: null } }
    expect(await shop.live()).toMatchObject([renewing])
  },
)
