import { createMockServices } from '../../../mocks/mock-api'
import { mockTax } from '../../../mocks/tax'
import type { Services } from '../../../server/api/services'
import type { Store } from '../../../server/api/store'
import { createJobs } from '../../../server/app/jobs'
import { emptyMemoryData } from '../../../server/app/memory-store'
import { takeWebhook } from '../../../server/billing/webhook'
import { day, hour, minute } from '../../../server/lib/time'
import { createRazorpayPayments } from '../../../server/payments/razorpay'
import { sandboxWebhookSecret } from '../../../server/payments/sandbox/sandbox'
import type { Organisation } from '../../../server/people/tables'
import { createWorker, type Worker } from '../../../server/work/worker'
import { deferred } from '../../support/deferred'
import { signed } from './organisation'
import { createRazorpayModel } from './razorpay-model'

/** The database undoes the change of a server that is killed in the middle of it. */
const undone = new Error('The server was killed')

type Step = () => Promise<void>

/** @returns an object whose methods take a step before and after their work. */
function stepping<Target extends object>(target: Target, step: Step): Target {
  return new Proxy(target, {
    get(of, name) {
      const method: unknown = Reflect.get(of, name)
      if (typeof method !== 'function') return method
      return async (...parameters: unknown[]) => {
        await step()
        const answer: unknown = await method.apply(of, parameters)
        await step()
        return answer
      }
    },
  })
}

/**
 * @param step lets others take their turn, or kills the server, which may also come after the database has done something,
 *   while the answer is on its way. It never resolves for a server that is dead.
 * @param dead resolves when the server is killed.
 * @returns the store, taking these steps, also within a change.
 */
function createSteppingStore(store: Store, step: Step, dead: Promise<void>): Store {
  const orUndone = dead.then(() => {
    throw undone
  })
  orUndone.catch(() => {})
  const within = () => Promise.race([step(), orUndone])
  return {
    ...stepping(store, step),
    async change(name, lock, by, decide) {
      await step()
      try {
        const answer = await store.change(name, lock, by, async (read) => {
          const decision = await decide(stepping(read, within))
          await within()
          return decision
        })
        await step()
        return answer
      } catch (error) {
        // Nobody is there to see it.
        if (error === undone) await new Promise(() => {})
        throw error
      }
    },
  }
}

export const keySecret = 'key secret'

/** More than any history needs while the clock stands still. */
const mostStepsAtOnce = 20_000

export interface Server {
  services: Services & { work: Worker }
  /** How the provider can be reached. `deaf`: it acts, but its answer is lost. */
  reach: 'up' | 'down' | 'deaf'
  /** The number of steps at the store or the provider after which it is killed; null: never. */
  stepsLeft: number | null
  /** Resolves when it is killed. */
  dead: Promise<void>
}

export interface WorldOptions {
  store: Store
  organisation: Organisation
  /** The servers' clocks, in ms from the provider's. */
  offsets: readonly [number, number]
  seed: number
  /** How often the provider charges at most. */
  total: number
}

export type World = ReturnType<typeof openWorld>

/** @returns numbers from 0 up to 1 that follow from a seed. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Two servers on one store, a provider, and the network between them. Time is the provider's. */
export function openWorld({ store, organisation, offsets, seed, total }: WorldOptions) {
  const chance = chances(seed)
  const start = Date.parse('2026-03-01T12:00:00Z')
  const model = createRazorpayModel(start, chance, total)
  const deliveries: { at: number; body: string; id: string }[] = []
  let sent = 0
  /** How many steps both servers have taken while no time passed. */
  const taken = { at: 0, steps: 0 }

  function startServer(index: 0 | 1): Server {
    const clock = () => new Date(model.books.now + offsets[index])
    let isDead = false
    const death = deferred()
    /** Between any two of a server's steps others take theirs, and it may be killed. */
    async function step(): Promise<void> {
      if (model.books.now !== taken.at) Object.assign(taken, { at: model.books.now, steps: 0 })
      taken.steps += 1
      if (taken.steps > mostStepsAtOnce) throw new Error('The servers never come to rest')
      if (server.stepsLeft === 0) {
        isDead = true
        death.resolve()
      }
      // Its other work ends with it.
      if (isDead) await new Promise<void>(() => {})
      if (server.stepsLeft !== null) server.stepsLeft -= 1
      for (let turns = Math.floor(chance() * 4); turns > 0; turns -= 1) await undefined
    }
    /** The provider's answers to the real client of its API, without a socket: sockets take six times as long. */
    const answer: typeof fetch = async (address, init = {}) => {
      await step()
      if (server.reach === 'down') throw new Error('connect ECONNREFUSED')
      const key = new Headers(init.headers).get('X-Refund-Idempotency') ?? ''
      const body = init.body ? JSON.parse(String(init.body)) : {}
      const [status, json] = model.answer(init.method ?? 'GET', new URL(String(address)), body, key)
      const text = JSON.stringify(json)
      if (server.reach === 'deaf') throw new Error('timeout')
      await step()
      const date = new Date(model.books.now).toUTCString()
      return new Response(text, { status, headers: { date } })
    }
    const log = { info() {}, error() {} }
    const own = createSteppingStore(store, step, death.promise)
    const services = createMockServices(emptyMemoryData(), log, clock, undefined, own)
    services.payments = createRazorpayPayments({
      keyId: 'rzp_test_key',
      keySecret,
      webhookSecrets: [sandboxWebhookSecret],
      apiUrl: 'http://razorpay.test',
      fetch: answer,
      clock,
      log,
    })
    services.tax = mockTax
    const jobs = createJobs(services, null, chance).filter(({ name }) => name !== 'housekeeping')
    services.work = createWorker({ jobs, log })
    const server: Server = { services, reach: 'up', stepsLeft: null, dead: death.promise }
    return server
  }

  const servers: [Server, Server] = [startServer(0), startServer(1)]

  /**
   * Lets a server do something, unless it is killed meanwhile; then another one starts in its place.
   * @param dies after how many steps; null: it isn't killed.
   * @returns whether it has done it.
   */
  async function run(
    index: 0 | 1,
    act: (server: Server) => Promise<unknown>,
    dies: number | null = null,
  ): Promise<boolean> {
    const server = servers[index]
    if (dies !== null) server.stepsLeft = dies
    const done = act(server).then(() => true)
    const isDone = await Promise.race([done, server.dead.then(() => false)])
    if (isDone && dies !== null) server.stepsLeft = null
    if (!isDone) {
      done.catch(() => {})
      if (servers[index] === server) {
        servers[index] = startServer(index)
        servers[index].reach = server.reach
      }
    }
    return isDone
  }

  const someServer = () => (chance() < 0.5 ? 0 : 1)
  const work = (index: 0 | 1, dies: number | null = null) =>
    run(index, ({ services }) => services.work.runDue(), dies)

  /** A webhook may be lost, late, and sent several times. */
  function send(): void {
    for (; sent < model.events.length; sent += 1) {
      const event = model.events[sent]
      if (!event || chance() < 0.15) continue
      const times = chance() < 0.15 ? 2 : 1
      for (let time = 0; time < times; time += 1) {
        const delay = chance() < 0.6 ? 0 : chance() * (chance() < 0.5 ? hour : 3 * day)
        deliveries.push({ ...event, at: event.at + delay })
      }
    }
    deliveries.sort((one, other) => one.at - other.at)
  }

  async function deliver(): Promise<void> {
    send()
    for (;;) {
      const [first] = deliveries
      if (!first || first.at > model.books.now) return
      deliveries.shift()
      const call = await signed(first)
      const dies = chance() < 0.05 ? Math.floor(chance() * 30) : null
      const index = someServer()
      const isTaken = await run(index, ({ services }) => takeWebhook(services, ...call), dies)
      // Unacknowledged events are sent again.
      if (!isTaken) deliveries.push({ ...first, at: model.books.now + hour })
      else if (chance() < 0.7) await work(index)
      send()
    }
  }

  /** Lets time pass, in ms: events are reported, and the servers work now and then. */
  async function pass(span: number, works = true): Promise<void> {
    const until = model.books.now + span
    let nextWork = model.books.now + minute
    for (;;) {
      send()
      const nextDelivery = deliveries[0]?.at ?? until
      const due = Math.min(until, model.nextAt(), nextDelivery, works ? nextWork : until)
      model.passTo(due)
      await deliver()
      if (works && (due >= nextWork || due >= until)) {
        for (const index of chance() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
          if (chance() < 0.8) await work(index, chance() < 0.02 ? Math.floor(chance() * 60) : null)
        }
        nextWork = due + (span > 5 * day ? day : span > 2 * hour ? 6 * hour : 10 * minute)
      }
      if (due >= until) return
    }
  }

  /** Everything can be reached from here on; lets both servers do all that is left to do. */
  async function settle(): Promise<void> {
    model.books.isStill = true
    // Most waits between two looks grow with their age: these spans let each have its turn. A yearly plan may end in the
    // last long one, and its payments are asked for during ninety days more.
    for (const days of [0.1, 1, 1, 2, 4, 8, 16, 32, 64, 128, 128, 91, 2]) {
      for (const server of servers) Object.assign(server, { reach: 'up', stepsLeft: null })
      model.passTo(model.books.now + days * day)
      await deliver()
      for (const index of [0, 1] as const) await work(index)
      model.passTo(model.books.now + hour)
      for (const index of [1, 0] as const) await work(index)
    }
    // Lost events arrive now, in any order, without news.
    const late = [...model.events].sort(() => chance() - 0.5)
    for (const event of late) {
      await takeWebhook(servers[someServer()].services, ...(await signed(event)))
    }
    for (const index of [0, 1] as const) await work(index)
  }

  return { model, servers, chance, organisation, run, work, pass, settle, store }
}
