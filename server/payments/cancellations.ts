import type { Log } from '../log'
import type { Cancellation } from '../store/entities'
import type { SubscriptionStore } from '../store/subscription-store'
import type { Payments } from './payments'

const second = 1_000

/** How long a taken cancellation is this server's, in ms: longer than the provider may take. */
const lease = 120 * second
const firstDelay = 10 * second
const longestDelay = 60 * 60 * second
const simultaneous = 5

export interface CancellationOptions {
  store: Pick<
    SubscriptionStore,
    'takeDueCancellations' | 'putCancellationOff' | 'deleteCancellation'
  >
  payments: Pick<Payments, 'cancelSubscription'>
  clock: () => Date
  log: Log
}

/**
 * Cancels at the provider what has to be (D33): plans that another one has replaced, and second
 * payments for one plan, whose refund is logged for the operator. What fails is tried again after 10
 * s, twice as long each time up to an hour, and never given up, because it costs somebody money. A
 * server that dies in between leaves the rest to the next one.
 * @throws Error of the store only.
 */
export async function cancelDue({
  store,
  payments,
  clock,
  log,
}: CancellationOptions): Promise<void> {
  for (;;) {
    const now = clock()
    const due = await store.takeDueCancellations(now, later(now, lease), simultaneous)
    if (due.length === 0) return
    await Promise.all(due.map(cancel))
  }

  async function cancel(cancellation: Cancellation): Promise<void> {
    const { subscriptionId, refundDue, attempts } = cancellation
    try {
      await payments.cancelSubscription(subscriptionId)
    } catch (error) {
      const nextAttemptAt = later(clock(), Math.min(firstDelay * 2 ** attempts, longestDelay))
      await store.putCancellationOff(subscriptionId, nextAttemptAt)
      log.error('A subscription could not be cancelled at the payment provider yet', {
        subscriptionId,
        nextAttemptAt,
        error: String(error),
      })
      return
    }
    if (refundDue) {
      log.error(
        'A plan was paid twice. The second subscription is cancelled: refund its payment at the provider',
        { subscriptionId },
      )
    }
    await store.deleteCancellation(subscriptionId)
  }
}

/** What cancels in the background until it is stopped. */
export interface RunningCancellations {
  /** Tells that there is something to cancel. */
  wake: () => void
  /** Waits for what is under way; the rest stays in the store. */
  stop: () => Promise<void>
}

/**
 * Runs `cancelDue` beside the requests: when woken, and every few seconds, for what other servers or
 * earlier runs left.
 * @param pollInterval in ms.
 */
export function startCancellations(
  options: CancellationOptions,
  pollInterval = 5 * second,
): RunningCancellations {
  let running: Promise<void> | null = null
  let again = false
  /** Whether the last run failed: an outage is logged once. */
  let failing = false

  async function run(): Promise<void> {
    do {
      again = false
      try {
        await cancelDue(options)
        failing = false
      } catch (error) {
        if (!failing) options.log.error("Cancellations can't be read", { error: String(error) })
        failing = true
      }
    } while (again)
    running = null
  }

  const wake = () => {
    again = true
    running ??= run()
  }
  const timer = setInterval(wake, pollInterval)
  wake()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}
