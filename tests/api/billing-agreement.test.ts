import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeWebhook } from '../../server/billing/webhook'
import { HttpError } from '../../server/http/http-error'
import { cancelSubscription, createSubscription, verifySubscription } from '../support/buying'
import { numRuns } from '../support/property-runs'
import { openShop, planIds, signedCall } from './billing/organisation'
import { breakProvider, chargedAtProvider, providerStateOf, readProfile } from './billing/provider'

const second = 1000

test('after any sequence of actions, the provider charges for the live plan only', async () => {
  const action = fc.oneof(
    fc.record({ do: fc.constant('create' as const), plan: fc.nat(planIds.length - 1) }),
    fc.record({
      do: fc.constantFrom('pay', 'verify', 'verify', 'tell', 'tell-later'),
      nth: fc.nat(9),
    }),
    fc.record({ do: fc.constantFrom('cancel', 'profile', 'break', 'mend', 'sweep', 'wait') }),
  )
  const check = fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
    const shop = await openShop()
    const { services, organisation, data } = shop
    const created: string[] = []
    let mend: (() => void) | null = null
    const expectedRefusals = [400, 404, 409, 502, 503]
    const tolerant = async (step: () => Promise<unknown>) => {
      await step().catch((error: unknown) => {
        if (!(error instanceof HttpError) || !expectedRefusals.includes(error.status)) throw error
      })
    }
    const tell = async (id: string, again: string) => {
      const [entity] = providerStateOf(shop, id)
      const eventId = `${id} ${entity.status} ${again}`
      await takeWebhook(services, ...(await signedCall(entity, 'subscription.updated', eventId)))
    }
    for (const [index, step] of actions.entries()) {
      shop.pass(step.do === 'wait' ? 3600 * second : 700)
      const id = 'nth' in step ? created[step.nth % Math.max(1, created.length)] : undefined
      if ('plan' in step) {
        await tolerant(async () => {
          created.push(await createSubscription(services, organisation, planIds[step.plan] ?? ''))
        })
      } else if (step.do === 'pay' && id) await services.payments.sandbox?.pay(id)
      else if (step.do === 'verify' && id) {
        const payment = await services.payments.sandbox?.pay(id)
        if (payment && typeof payment !== 'string') {
          await tolerant(() => verifySubscription(services, organisation, payment))
        }
      } else if (step.do.startsWith('tell') && id) await tell(id, String(index))
      else if (step.do === 'cancel')
        await tolerant(() => cancelSubscription(services, organisation))
      else if (step.do === 'profile') await readProfile(shop)
      else if (step.do === 'break') mend ??= breakProvider(shop)
      else if (step.do === 'mend') {
        mend?.()
        mend = null
      } else if (step.do === 'sweep') await shop.work()
      expect((await shop.live()).length).toBeLessThan(2)
    }
    mend?.()
    // Finally, deliver all reports and do all due work.
    for (const id of created) await tell(id, 'last')
    shop.pass(3600 * second)
    await shop.work()
    for (const id of created) await tell(id, 'very last')
    expect(data.refunds.every(({ state }) => state === 'done')).toBe(true)
    const live = (await shop.live()).map(({ id }) => id)
    expect(await chargedAtProvider(shop)).toEqual(live)
    // No history is lost, and exactly the payments of subscriptions that never were a plan are
    // refunded.
    for (const { id, paidAt, refundedAt } of data.sandboxSubscriptions) {
      const kept = data.subscriptions.find((entry) => entry.id === id)
      if (paidAt) expect(['live', 'upgraded', 'cancelled', 'void']).toContain(kept?.state)
      expect(refundedAt !== null).toBe(paidAt !== null && kept?.state === 'void')
    }
  })
  await fc.assert(check, { numRuns: numRuns(1_000) })
}, 300_000)
