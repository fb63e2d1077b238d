import fc from 'fast-check'
import { test } from 'vitest'
import { HttpError } from '../../server/api/http-error'
import type { SignedPayment } from '../../server/api/payments'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { createSubscription } from '../../server/billing/checkout/create'
import { verifySubscription } from '../../server/billing/checkout/verify'
import {
  cancelSubscription,
  checkPayment,
  keepRenewing,
  stopRenewing,
} from '../../server/billing/plan/billing-details'
import { day, hour, minute, second } from '../../server/lib/time'
import { signPayment } from '../../server/payments/razorpay-format'
import { byOrglens } from '../../server/people/author'
import { numRuns } from '../support/property-runs'
import { expectBooksToAgree, type Seen } from './billing/books-agree'
import { keySecret, openWorld, type Server, type World } from './billing/world'
import { found, founding } from './sql-store-examples'

/*
 * Orglens beside a model of Razorpay: people's actions and failures on the way, at two servers that share a store in
 * memory. Thousands of histories are only possible in one process, without sockets.
 */

const planIds = ['plan_starter_monthly_usd', 'plan_growth_monthly_usd', 'plan_growth_yearly_usd']

const weighted = <Item>(weights: readonly (readonly [Item, number])[]) =>
  fc.oneof(...weights.map(([item, weight]) => ({ arbitrary: fc.constant(item), weight })))

const step = fc.record({
  do: weighted([
    ['wait', 16],
    ['buy', 5],
    ['buy-twice', 2],
    ['create', 2],
    ['pay', 3],
    ['verify', 3],
    ['cancel', 2],
    ['stop', 3],
    ['keep', 1],
    ['check', 1],
    ['read', 1],
    ['card', 3],
    ['end-there', 2],
    ['refund-there', 1],
    ['network', 3],
    ['outage', 2],
    ['work', 2],
  ] as const),
  nth: fc.nat(5),
  at: fc.constantFrom(0 as const, 1 as const),
  /** The number of steps after which that server is killed; null: never. */
  dies: fc.option(fc.nat(40), { freq: 6, nil: null }),
  /** Whether the next step follows at once. */
  joins: weighted([
    [false, 5],
    [true, 1],
  ]),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const offset = fc.integer({ min: -120 * second, max: 120 * second })

/** Random histories of an organisation. */
const history = fc.record({
  offsets: fc.tuple(offset, offset),
  seed: fc.nat(),
  /** How often the provider charges at most. */
  total: fc.constantFrom(120, 120, 2),
  steps: fc.array(step, { minLength: 4, maxLength: 28 }),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

const waits = [
  ...[50 * second, 70 * second, 10 * minute, 5 * hour, day, 2 * day, 16 * day, 29 * day, 31 * day],
  ...[31 * day, 34 * day, 61 * day],
]

/** A payment that a customer has proof of. */
type Paid = Omit<SignedPayment, 'signature'>

/** What a server refuses changes nothing. */
function forgiveRefusal(error: unknown): void {
  if (!(error instanceof HttpError) || ![404, 409, 502, 503].includes(error.status)) throw error
}

/** @returns a function that does one step. */
function actor(world: World, seen: Seen) {
  const { model, organisation, store, run, chance } = world
  const paid: Paid[] = []
  /** The subscriptions that two people's pages show; null: no plan. */
  const pages: [string | null, string | null] = [null, null]

  return ({ do: what, nth, at, dies }: Step): Promise<unknown> => {
    const id = seen.ids[nth % Math.max(1, seen.ids.length)]
    const ask = (act: (server: Server) => Promise<unknown>) =>
      run(at, (server) => act(server).catch(forgiveRefusal), dies)
    /** Acts by what a person's page shows, which may be out of date. */
    async function press(act: (server: Server, shown: string | null) => Promise<unknown>) {
      const person = nth % 2 === 0 ? 0 : 1
      if (chance() < 0.6) {
        const organisationId = organisation.id
        const live = await store.one('subscriptions', { organisationId, state: 'live' })
        pages[person] = live?.id ?? null
      }
      const shown = pages[person]
      return ask((server) => act(server, shown))
    }
    /** Acts on the plan that the page shows, if it shows one. */
    const pressPlan = (act: (server: Server, shown: string) => Promise<unknown>) =>
      press(async (server, shown) => shown && act(server, shown))
    /** Creates subscriptions, and pays them: two where there are two tabs, and each has begun before the other has paid. */
    async function buy(tabs: number): Promise<void> {
      const before = seen.ids.length
      for (let tab = 0; tab < tabs; tab += 1) await actions.create()
      const proofs = seen.ids.slice(before).flatMap(pay)
      for (const proof of proofs) if (chance() < 0.7) await verify(proof)
    }
    function pay(subscriptionId: string): Paid[] {
      const how = chance() < 0.8 ? 'charge' : 'mandate'
      const paymentId = model.pay(subscriptionId, chance() < 0.5 ? 'good' : 'failing', how)
      const proofs = paymentId ? [{ subscriptionId, paymentId }] : []
      paid.push(...proofs)
      return proofs
    }
    const verify = (payment: Paid) =>
      ask(async ({ services, reach }) => {
        const { subscriptionId: id } = payment
        if (reach !== 'up' && !seen.blind.has(id)) seen.blind.set(id, model.books.now)
        const signature = await signPayment(payment, keySecret)
        await verifySubscription(services, organisation, byOrglens(), { ...payment, signature })
      })
    const actions: Record<Step['do'], () => Promise<unknown>> = {
      wait: () => world.pass(waits[(nth * 2 + at) % waits.length] ?? second, dies === null),
      create: () =>
        press(async ({ services }, shown) => {
          const planId = planIds[nth % 3] ?? ''
          seen.ids.push(
            await createSubscription(services, organisation, byOrglens(), planId, shown),
          )
        }),
      buy: () => buy(1),
      'buy-twice': () => buy(2),
      pay: async () => id && pay(id),
      verify: async () => {
        const proof = paid[nth % Math.max(1, paid.length)]
        if (proof) await verify(proof)
      },
      cancel: () => {
        const server = world.servers[at]
        const knows = server.services.payments.now() !== null || server.reach === 'up'
        return pressPlan(async ({ services }, shown) => {
          const apart = (knows ? 2 : 125) * second
          seen.cancelled.push({ id: shown, at: model.books.now, apart })
          await cancelSubscription(services, organisation, byOrglens(), shown)
        })
      },
      stop: () =>
        pressPlan(async ({ services }, shown) => {
          seen.stopped.push(shown)
          await stopRenewing(services, organisation, byOrglens(), shown)
        }),
      keep: () =>
        pressPlan(({ services }, shown) =>
          keepRenewing(services, organisation, byOrglens(), shown),
        ),
      check: () => pressPlan(({ services }, shown) => checkPayment(services, organisation, shown)),
      read: () => ask(({ services }) => services.work.runNow('checkouts', organisation.id, second)),
      card: async () => id && model.changeCard(id, chance() < 0.7 ? 'good' : 'failing'),
      'end-there': async () => id && model.endThere(id, at === 0),
      'refund-there': async () => id && model.refundThere(id),
      network: async () => {
        const reach = (['up', 'up', 'down', 'down', 'deaf', 'up'] as const)[nth] ?? 'up'
        world.servers[at].reach = reach
        seen.wasCutOff ||= reach !== 'up'
      },
      // Nobody can reach the provider in time, and it charges meanwhile.
      outage: async () => {
        for (const server of world.servers) server.reach = 'down'
        seen.wasCutOff = true
        await actions[nth % 2 === 0 ? 'cancel' : 'stop']()
        await world.pass(33 * day)
        for (const server of world.servers) server.reach = 'up'
      },
      work: () => world.work(at, dies),
    }
    return actions[what]()
  }
}

const isAlone = ({ do: what }: Step) => ['wait', 'network', 'outage'].includes(what)

async function liveThrough({ steps, ...options }: History): Promise<void> {
  const data = emptyMemoryData()
  const store = createMemoryStore(data)
  const [organisation, admin] = founding('world', 'admin@world.test')
  const world = openWorld({ store, organisation, ...options })
  await found(store, organisation, admin)
  const seen: Seen = { ids: [], cancelled: [], stopped: [], blind: new Map(), wasCutOff: false }
  const act = actor(world, seen)
  let begun: Promise<unknown>[] = []
  for (const [index, one] of steps.entries()) {
    begun.push(act(one))
    const next = steps[index + 1]
    if (one.joins && next && !isAlone(one) && !isAlone(next)) continue
    await Promise.all(begun)
    begun = []
    await world.pass(second * (1 + Math.floor(world.chance() * 3)), false)
  }
  await world.settle()
  await expectBooksToAgree(world, seen, data.refunds)
}

test('whatever happens, Orglens and the provider agree in the end on payments, refunds and the current plan', async () => {
  const check = fc.asyncProperty(history, liveThrough)
  await fc.assert(check, { numRuns: numRuns(2_000, 150) })
})
