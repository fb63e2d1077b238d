import type { Services } from '../services'
import { takeProviderState } from './subscriptions'

const second = 1_000

/** How long after its creation a checkout is asked about, in ms; later, the webhook tells. */
const checkoutLifetime = 24 * 60 * 60 * second
/** How often the provider is asked about one organisation at most, in ms. */
const checkInterval = 10 * second
/** How long a profile may wait for the provider, in ms. */
const patience = 2 * second
/** How many checkouts are asked about at once. */
const mostCheckouts = 5

/**
 * Asks the provider about checkouts that aren't known to be paid: the browser that paid may have gone
 * before it could tell us (D33). Never fails for the provider's sake, and never takes long.
 */
export async function checkUnpaidSubscriptions(
  services: Services,
  organisationId: string,
): Promise<void> {
  const { store, clock, log } = services
  const now = clock()
  const unpaid = await store.takeUnpaidSubscriptions(
    organisationId,
    {
      now,
      createdSince: earlier(now, checkoutLifetime),
      checkedBefore: earlier(now, checkInterval),
    },
    mostCheckouts,
  )
  await Promise.all(
    unpaid.map(async ({ id }) => {
      try {
        const state = await inTime(services.payments.fetchSubscription(id))
        await takeProviderState(services, organisationId, state)
      } catch (error) {
        log.info('The payment provider could not be asked about a checkout', {
          subscriptionId: id,
          error: String(error),
        })
      }
    }),
  )
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${patience} ms`)), patience)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function earlier(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() - milliseconds)
}
