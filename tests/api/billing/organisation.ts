import { createMockServices } from '../../../mocks/mock-api'
import type { SandboxCard, SignedPayment } from '../../../server/api/payments'
import type { Services } from '../../../server/api/services'
import type { Store } from '../../../server/api/store'
import { findDueWork } from '../../../server/app/due-work'
import { createJobs } from '../../../server/app/jobs'
import { emptyMemoryData } from '../../../server/app/memory-store'
import { requireCaller, requireSession } from '../../../server/auth/session'
import { signAccessToken } from '../../../server/auth/tokens'
import type { BilledTo, Copy } from '../../../server/billing/buyer/tables'
import { createSubscription } from '../../../server/billing/checkout/create'
import { verifySubscription } from '../../../server/billing/checkout/verify'
import { cancelSubscription } from '../../../server/billing/plan/billing-details'
import { listReceipts } from '../../../server/billing/receipts/listed-receipts'
import { takeWebhook } from '../../../server/billing/webhook'
import type { Log } from '../../../server/lib/log'
import { day } from '../../../server/lib/time'
import { sandboxWebhookSecret } from '../../../server/payments/sandbox/sandbox'
import { sign } from '../../../server/payments/signatures'
import { byOrglens } from '../../../server/people/author'
import { newUser } from '../../../server/people/person'
import type { User } from '../../../server/people/tables'
import { add, put } from '../../../server/store/change'
import { createWorker } from '../../../server/work/worker'
import { found, founding, sessionOf } from '../sql-store-examples'

export const starter = 'plan_starter_monthly_usd'
export const growth = 'plan_growth_monthly_usd'
export const scale = 'plan_scale_monthly_usd'

export type Shop = Awaited<ReturnType<typeof openShop>>

let count = 0

/**
 * Opens a server with one organisation, whose clock and log are the test's.
 * @param store closed by the caller; by default a store in memory.
 */
export async function openShop(store?: Store, start = '2026-03-01T12:00:00.000Z') {
  const errors: string[] = []
  const log: Log = {
    info() {},
    error: (message, details) => errors.push(`${message} ${JSON.stringify(details)}`),
  }
  let now = Date.parse(start)
  const data = emptyMemoryData()
  const clock = () => new Date(now)
  const services: Services = createMockServices(data, log, clock, undefined, store)
  // Without jitter, so that tests know when work is due.
  const findDue = async () => (await findDueWork(services.store, services.clock())).jobs
  const worker = createWorker({ jobs: createJobs(services, null, () => 1), log, findDue })
  services.work = worker
  count += 1
  const name = `shop-${process.pid}-${count}`
  const [organisation, admin] = founding(name, `admin@${name}.test`)
  await found(services.store, organisation, admin)
  const session = { ...sessionOf(admin), expiresAt: new Date('9999-01-01') }
  await services.store.save(add('sessions', session))
  /** In any state. */
  const subscriptions = () =>
    services.store.all('subscriptions', { organisationId: organisation.id })
  function workAfter(milliseconds: number): Promise<void> {
    now += milliseconds
    return worker.runDue()
  }
  return {
    services,
    organisation,
    data,
    errors,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    work: worker.runDue,
    workAfter,
    async passDays(days: number) {
      for (let count = 0; count < days; count += 1) await workAfter(day)
    },
    create: (planId: string) => createSubscription(services, organisation, byOrglens(), planId),
    verify: (payment: SignedPayment) =>
      verifySubscription(services, organisation, byOrglens(), payment),
    cancel: () => cancelSubscription(services, organisation, byOrglens()),
    /** Takes a call of the webhook. */
    hear: async (call: ReturnType<typeof signed>) => takeWebhook(services, ...(await call)),
    /** Adds somebody, whose address begins with their name. */
    join(name: string, isAdmin: boolean, change: Partial<User> = {}) {
      const { id: organisationId, slug } = organisation
      const person = { organisationId, fullName: name, email: `${name}@${slug}.test`, isAdmin }
      const given = { ...person, passwordHash: '', createdAt: services.clock() }
      const user = { ...newUser(given), ...change }
      data.users.push(user)
      return user
    },
    subscriptions,
    live: async () => (await subscriptions()).filter(({ state }) => state === 'live'),
    /** The organisation's admin, as a call would find them now. */
    caller: () => {
      const token = signAccessToken(session.id, services.accessTokenSecret, new Date(now))
      return requireCaller(services, requireSession(services, `Bearer ${token}`))
    },
  }
}

/**
 * Pays at the sandbox, 1 ms after the previous event: the clock stands still otherwise, and
 * simultaneous payments are ordered by their random ids.
 * @param card `failing`: its renewals fail.
 * @returns the proof.
 */
export async function payFor(
  { services, pass }: Shop,
  subscriptionId: string,
  card: SandboxCard = 'good',
) {
  pass(1)
  const payment = await services.payments.sandbox?.pay(subscriptionId, card)
  if (!payment || typeof payment === 'string') throw new Error(`Not paid: ${payment}`)
  return payment
}

export const receiptsOf = async ({ services, organisation }: Shop) =>
  (await listReceipts(services, organisation)).data

/** From here on the organisation's payments are billed to that company. */
export const billTo = ({ services, organisation }: Shop, billedTo: BilledTo) =>
  services.store.save(
    put('buyers', ['organisationId'], { organisationId: organisation.id, billedTo }),
  )

/** Adds an accounting address that has confirmed, and begins with that name. */
export async function addAccounts({ services, organisation }: Shop, name = 'accounts') {
  const email = `${name}@${organisation.slug}.test`
  const now = services.clock()
  const copy: Copy = {
    ...{ id: email, organisationId: organisation.id, email, emailKey: email },
    ...{ createdAt: now, confirmedAt: now, refusedAt: null, removedAt: null },
  }
  await services.store.save(add('copies', copy))
  return copy
}

/** A webhook call about the first charge of a subscription just now, and its payment; or about another `event`. */
export function signedCall(
  shop: Shop,
  id: string,
  eventId: string,
  paymentId?: string,
  event = 'subscription.charged',
) {
  const start_at = Math.floor(shop.services.clock().getTime() / 1_000)
  const subscription = { entity: { id, status: 'active', start_at, paid_count: 1 } }
  const payment = { entity: { id: paymentId, status: 'captured', created_at: start_at } }
  const payload = { subscription, ...(paymentId && { payment }) }
  return signed({ id: eventId, body: JSON.stringify({ event, payload }) })
}

/** A webhook call about a refund of a payment. */
export function signedRefundCall(
  paymentId: string,
  eventId: string,
  status = 'processed',
  id = `rfnd_of_${paymentId}`,
) {
  const refund = { id, payment_id: paymentId, status }
  const event = { event: `refund.${status}`, payload: { refund: { entity: refund } } }
  return signed({ id: eventId, body: JSON.stringify(event) })
}

/** @returns what `takeWebhook` takes. */
export async function signed(event: { id: string; body: string }) {
  const signature = await sign(event.body, sandboxWebhookSecret)
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': event.id }
  return [event.body, new Headers(headers)] as const
}
