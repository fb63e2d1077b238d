import fc from 'fast-check'
import type { Caller } from '../../server/api/caller'
import { HttpError } from '../../server/api/http-error'
import { networkOf } from '../../server/api/networks'
import type { Store } from '../../server/api/store'
import { createSubscription } from '../../server/billing/checkout/create'
import {
  cancelSubscription,
  checkPayment,
  keepRenewing,
  stopRenewing,
} from '../../server/billing/plan/billing-details'
import { keepOrganisation, requestDeletion } from '../../server/organisation/deletion'
import { signPayment } from '../../server/payments/razorpay-format'
import { found, founding } from '../api/sql-store-examples'
import { signedIn } from './acting'
import { keySecret, openWorld, type Server, type World } from './billing-world'
import { expectBooksToAgree, expectNothingToGoOn, type KeptRefund, type Seen } from './books-agree'
import { byNobody, verifySubscription } from './buying'

/*
 * People's actions and failures on the way, at two servers and a provider that follows Razorpay's documentation.
 */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

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
    ['pause', 1],
    ['resume', 1],
    ['end-there', 1],
    ['end-there-later', 1],
    ['refund-part', 1],
    ['network', 3],
    ['balance', 1],
    ['outage', 2],
    ['work', 2],
    ['delete', 1],
    ['keep-it', 2],
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

const offset = fc.oneof(
  fc.constantFrom(0, -30 * second, 120 * second, -120 * second),
  fc.integer({ min: -120 * second, max: 120 * second }),
)

/** @returns random histories of an organisation, of up to this many steps. */
export const histories = (maxLength: number) =>
  fc.record({
    offsets: fc.tuple(offset, offset),
    seed: fc.nat(),
    /** How often the provider charges at most. */
    total: fc.constantFrom(120, 120, 2),
    steps: fc.array(step, { minLength: 4, maxLength }),
  })
type History = ReturnType<typeof histories> extends fc.Arbitrary<infer Value> ? Value : never

const waits = [
  50 * second,
  70 * second,
  10 * minute,
  5 * hour,
  day,
  2 * day,
  16 * day,
  29 * day,
  31 * day,
  31 * day,
  34 * day,
  61 * day,
]

/** The provider's record of payments that customers have proof of. */
interface Paid {
  id: string
  paymentId: string
}

/** The subscriptions that two people's pages show, by their place; null: no plan. */
type Pages = [string | null, string | null]

/** Does one step; those that a server refuses change nothing. */
function perform(
  world: World,
  seen: Seen,
  paid: Paid[],
  pages: Pages,
  admin: Caller,
  { do: what, nth, at, dies }: Step,
) {
  const { model, organisation, store, run, chance } = world
  const id = seen.ids[nth % Math.max(1, seen.ids.length)]
  const ask = (act: (server: Server) => Promise<unknown>) =>
    run(
      at,
      (server) =>
        act(server).catch((error: unknown) => {
          if (!(error instanceof HttpError) || ![404, 409, 502, 503].includes(error.status))
            throw error
        }),
      dies,
    )
  const person = nth % 2 === 0 ? 0 : 1
  /** Acts by what the person's page shows, which may be out of date. */
  async function press<Answer>(act: (server: Server, shown: string | null) => Promise<Answer>) {
    if (chance() < 0.6) {
      const organisationId = organisation.id
      const live = await store.one('subscriptions', { organisationId, state: 'live' })
      pages[person] = live?.id ?? null
    }
    const shown = pages[person]
    return ask((server) => act(server, shown))
  }
  const create = () =>
    press(async ({ services }, shown) => {
      const planId = planIds[nth % 3] ?? ''
      seen.ids.push(await createSubscription(services, organisation, byNobody, planId, shown))
    })
  function pay(id: string): Paid | null {
    const how = chance() < 0.8 ? 'charge' : 'mandate'
    const paymentId = model.pay(id, chance() < 0.5 ? 'good' : 'failing', how)
    if (paymentId) paid.push({ id, paymentId })
    return paymentId ? { id, paymentId } : null
  }
  const verify = ({ id, paymentId }: Paid) =>
    ask(async (server) => {
      const { services } = server
      if (server.reach !== 'up' && !seen.blind.has(id)) seen.blind.set(id, model.books.now)
      const payment = { subscriptionId: id, paymentId }
      const signature = await signPayment(payment, keySecret)
      await verifySubscription(services, organisation, { ...payment, signature })
    })
  const stop = () =>
    press(async ({ services }, shown) => {
      if (!shown) return
      seen.stopped.add(shown)
      await stopRenewing(services, organisation, byNobody, shown)
    })
  const cutOff = async (days: number, meanwhile?: () => Promise<unknown>) => {
    for (const server of world.servers) server.reach = 'down'
    seen.wasCutOff = true
    await meanwhile?.()
    await world.pass(days * day)
    for (const server of world.servers) server.reach = 'up'
  }
  const there = (act: Parameters<typeof model.act>[1]) => async () => {
    if (id) model.act(id, act)
  }
  const actions: Record<Step['do'], () => Promise<unknown>> = {
    wait: () => world.pass(waits[(nth * 2 + at) % waits.length] ?? second, dies === null),
    create,
    buy: async () => {
      const before = seen.ids.length
      await create()
      const made = seen.ids[before]
      const proof = made && pay(made)
      if (proof && chance() < 0.7) await verify(proof)
    },
    // Two tabs: each has begun before the other has paid.
    'buy-twice': async () => {
      const before = seen.ids.length
      await create()
      await create()
      const proofs = seen.ids.slice(before).flatMap((made) => pay(made) ?? [])
      for (const proof of proofs) if (chance() < 0.7) await verify(proof)
    },
    pay: async () => id && pay(id),
    verify: async () => {
      const proof = paid[nth % Math.max(1, paid.length)]
      if (proof) await verify(proof)
    },
    cancel: () => {
      const server = world.servers[at]
      const knows = server.services.payments.now() !== null || server.reach === 'up'
      return press(async ({ services }, shown) => {
        if (!shown) return
        const apart = (knows ? 2 : 125) * second
        seen.cancelled.push({ id: shown, at: model.books.now, apart })
        await cancelSubscription(services, organisation, byNobody, shown)
      })
    },
    stop,
    keep: () =>
      press(async ({ services }, shown) => {
        if (shown) await keepRenewing(services, organisation, byNobody, shown)
      }),
    check: () =>
      press(async ({ services }, shown) => {
        if (shown) await checkPayment(services, organisation, shown)
      }),
    read: () => ask(({ services }) => services.work.runNow('checkouts', organisation.id, second)),
    card: async () => id && model.changeCard(id, chance() < 0.7 ? 'good' : 'failing'),
    pause: there('pause'),
    resume: there('resume'),
    'end-there': there('cancel'),
    'end-there-later': there('cancel-later'),
    'refund-part': there('refund-part'),
    network: async () => {
      const reach = (['up', 'up', 'down', 'down', 'deaf', 'up'] as const)[nth] ?? 'up'
      world.servers[at].reach = reach
      seen.wasCutOff ||= reach !== 'up'
    },
    // Nobody can reach the provider in time, and it charges meanwhile.
    outage: () => cutOff(33, nth % 2 === 0 ? actions.cancel : stop),
    balance: async () => {
      model.books.isPoor = nth % 2 === 0
    },
    work: () => world.work(at, dies),
    delete: async () => {
      const proof = { name: organisation.name, password }
      seen.endings.push({ from: model.books.now, to: Number.POSITIVE_INFINITY })
      await ask(({ services }) => requestDeletion(services, admin, client, proof))
      // It is due while nobody can reach the provider.
      if (nth % 2 === 1) await cutOff(8)
    },
    'keep-it': () =>
      ask(async ({ services }) => {
        await keepOrganisation(services, admin, network)
        for (const ending of seen.endings) ending.to = Math.min(ending.to, model.books.now)
      }),
  }
  return actions[what]()
}

const password = 'a long password'
const network = networkOf('192.0.2.7')
const client = { network, browser: 'Firefox on Linux' }

let count = 0

/**
 * Lives through a history, and expects both books to agree then.
 * @param stores each server's, of the same data.
 * @param readRefunds reads the refunds in the store.
 */
export async function liveThrough(
  { offsets, seed, total, steps }: History,
  stores: readonly [Store, Store],
  readRefunds: () => Promise<readonly KeptRefund[]> | readonly KeptRefund[],
): Promise<void> {
  count += 1
  const [organisation, admin] = founding(`world-${count}`, `admin@world-${count}.test`)
  const world = openWorld({ stores, organisation, offsets, seed, total })
  const store = stores[0]
  const passwordHash = await world.servers[0].services.passwords.hash(password)
  await found(store, organisation, { ...admin, passwordHash })
  const caller = await signedIn(store, organisation, { ...admin, passwordHash })
  const isThere = async () => (await store.one('organisations', { id: organisation.id })) !== null
  const seen: Seen = {
    ids: [],
    cancelled: [],
    stopped: new Set(),
    endings: [],
    blind: new Map(),
    wasCutOff: false,
  }
  const paid: Paid[] = []
  const pages: Pages = [null, null]
  let begun: Promise<unknown>[] = []
  for (const [index, one] of steps.entries()) {
    if (!(await isThere())) break
    begun.push(perform(world, seen, paid, pages, caller, one))
    const isAlone = ['wait', 'network', 'outage', 'delete']
    const next = steps[index + 1]
    if (one.joins && next && ![one, next].some((step) => isAlone.includes(step.do))) continue
    await Promise.all(begun)
    begun = []
    await world.pass(second * (1 + Math.floor(world.chance() * 3)), false)
  }
  await Promise.all(begun)
  await world.settle()
  const refunds = await readRefunds()
  if (await isThere()) await expectBooksToAgree(world, seen, refunds)
  else await expectNothingToGoOn(world, refunds)
}
