import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { HttpError } from '../../server/api/http-error'
import type { Services } from '../../server/api/services'
import { createMemoryStore } from '../../server/app/memory-store'
import { takeWebhook } from '../../server/billing/webhook'
import { hour, second } from '../../server/lib/time'
import { createSandboxPayments } from '../../server/payments/sandbox/sandbox'
import { cancelSubscription, createSubscription, verifySubscription } from '../support/buying'
import { deferred } from '../support/deferred'
import { numRuns } from '../support/property-runs'
import { createSteppingStore } from '../support/stepping-store'
import { openShop, payFor, planIds, type Shop, signedCall } from './billing/organisation'
import { chargedAtProvider, providerStateOf } from './billing/provider'

type Turns = ReturnType<typeof createTurns>

/**
 * Lets concurrent tasks proceed one step at a time.
 * @param order which of those that wait then is next: a number for each turn, from the start again.
 */
function createTurns(order: readonly number[]) {
  const waiting: (() => void)[] = []
  let turn = 0

  return {
    /** Resolves when it is the caller's turn. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),

    /** Gives turns until all tasks have ended. */
    async take(begun: readonly Promise<unknown>[]) {
      let isOver = false
      const all = Promise.all(begun).finally(() => {
        isOver = true
      })
      while (!isOver) {
        const index = (order[turn % order.length] ?? 0) % Math.max(1, waiting.length)
        const [next] = waiting.splice(index, 1)
        if (next) turn += 1
        next?.()
        // So that it gets as far as it can before the next one's turn.
        await setImmediate()
      }
      await all
    },
  }
}

const step = fc.record({
  do: fc.constantFrom('verify', 'verify', 'cancel', 'tell', 'tell-payment', 'work', 'work', 'end'),
  nth: fc.nat(3),
  /** Which of the two servers. */
  at: fc.constantFrom('ours' as const, 'other' as const),
  /** After this many statements it is killed; null: it lives. */
  dies: fc.option(fc.nat(25), { freq: 3, nil: null }),
})

/** The offset of a clock from the true time, in ms. */
const offset = fc.oneof(
  fc.constantFrom(0, -30 * second, 30 * second, -90 * second, 90 * second),
  fc.integer({ min: -120 * second, max: 120 * second }),
)

const scenario = fc.record({
  clocks: fc.record({ ours: offset, other: offset, provider: offset }),
  plans: fc.array(fc.nat(2), { minLength: 2, maxLength: 4 }),
  hasPlan: fc.boolean(),
  steps: fc.array(step, { minLength: 2, maxLength: 6 }),
  order: fc.array(fc.nat(99), { minLength: 60, maxLength: 60 }),
})

/** Another server on the shop's database, which queries it when it has its turn. */
function serverOf(
  shop: Shop,
  turns: Turns,
  dies: number | null,
  { skew, provider }: { skew: number; provider: number },
) {
  let asked = 0
  const death = deferred()
  const turn = async () => {
    asked += 1
    if (dies === null || asked <= dies) return await turns.next()
    death.resolve()
    return await new Promise<void>(() => {})
  }
  const store = createSteppingStore(createMemoryStore(shop.data), turn, death.promise)
  const by = (offset: number) => () => new Date(shop.services.clock().getTime() + offset)
  const services = createMockServices(shop.data, shop.services.log, by(skew), undefined, store)
  Object.assign(services.payments, createSandboxPayments(store, by(provider)))
  return { services, dead: death.promise }
}

async function tell(shop: Shop, services: Services, id: string, again = '') {
  const [entity] = providerStateOf(shop, id)
  const eventId = `${id} ${entity.status} ${again}`
  await takeWebhook(services, ...(await signedCall(entity, 'subscription.updated', eventId)))
}

test('after any interleaving and any crash, the provider charges for the live plan only', async () => {
  const check = fc.asyncProperty(scenario, async ({ clocks, plans, hasPlan, steps, order }) => {
    const shop = await openShop()
    const { data, organisation } = shop
    const ofProvider = () => new Date(shop.services.clock().getTime() + clocks.provider)
    Object.assign(
      shop.services.payments,
      createSandboxPayments(createMemoryStore(data), ofProvider),
    )
    const ids: string[] = []
    for (const plan of plans) {
      ids.push(await createSubscription(shop.services, organisation, planIds[plan] ?? ''))
    }
    const [first = ''] = ids
    if (hasPlan) {
      await verifySubscription(shop.services, organisation, await payFor(shop, first))
      await shop.work()
    }
    shop.pass(20 * 60 * second)
    const payments: Awaited<ReturnType<typeof payFor>>[] = []
    for (const id of ids) {
      payments.push(await payFor(shop, id))
      shop.pass(5 * second)
    }

    const turns = createTurns(order)
    await turns.take(
      steps.map(async ({ do: action, nth, at, dies }, index) => {
        const skew = { skew: clocks[at], provider: clocks.provider }
        const { services, dead } = serverOf(shop, turns, dies, skew)
        const id = ids[nth % ids.length] ?? ''
        const payment = payments[nth % ids.length]
        const act = async () => {
          if (action === 'verify' && payment) {
            await verifySubscription(services, organisation, payment)
          } else if (action === 'cancel') await cancelSubscription(services, organisation)
          else if (action === 'tell') await tell(shop, services, id)
          else if (action === 'tell-payment') {
            const call = await signedCall(
              providerStateOf(shop, id)[0],
              'subscription.charged',
              `charged ${index}`,
              providerStateOf(shop, id)[1],
            )
            await takeWebhook(services, ...call)
          } else if (action === 'work') await services.work.runDue()
          else if (action === 'end') await services.payments.cancelSubscription(id)
        }
        const done = act().catch((error: unknown) => {
          if (!(error instanceof HttpError)) throw error
        })
        await Promise.race([done, dead])
      }),
    )
    expect((await shop.live()).length).toBeLessThan(2)

    // Finally, all leases expire, all reports are delivered, and all due work is done.
    for (const again of ['last', 'very last']) {
      shop.pass(2 * hour)
      for (const id of ids) await tell(shop, shop.services, id, again)
      await shop.work()
    }
    const live = (await shop.live()).map(({ id }) => id)
    // Whichever report comes first, the plan that was paid last wins, except for second payments of
    // one plan.
    if (!steps.some(({ do: action }) => action === 'cancel' || action === 'end')) {
      const bought = data.sandboxSubscriptions.filter(({ refundedAt }) => !refundedAt)
      const paidAt = bought.map(({ paidAt }) => Number(paidAt))
      expect(bought[paidAt.indexOf(Math.max(...paidAt))]?.id).toBe(live[0])
    }
    expect(await chargedAtProvider(shop)).toEqual(live)
    expect(data.refunds.every(({ state }) => state === 'done')).toBe(true)
    for (const { id, refundedAt } of data.sandboxSubscriptions) {
      const kept = data.subscriptions.find((entry) => entry.id === id)
      expect(['live', 'upgraded', 'cancelled', 'void']).toContain(kept?.state)
      expect(refundedAt !== null).toBe(kept?.state === 'void')
    }
  })
  await fc.assert(check, { numRuns: numRuns(500) })
}, 300_000)
