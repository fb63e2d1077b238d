import { PaymentsError, type ProviderSubscription } from '../../../server/api/payments'
import { takeWebhook } from '../../../server/billing/webhook'
import { readSubscription } from '../../../server/payments/razorpay-format'
import { type Shop, signedCall } from './organisation'

/** What the provider holds of one subscription; a test changes it. */
export interface Book {
  status: string
  paid_count: number
  current_start: number
  current_end: number
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
let events = 0

/** Puts a provider in the sandbox's place whose book of one subscription is the test's. */
export function keepBook({ services }: Shop, id: string, periodEnd: Date) {
  const { payments } = services
  const start = seconds(services.clock())
  const book: Book = {
    status: 'active',
    paid_count: 1,
    current_start: start,
    current_end: seconds(periodEnd),
  }
  const calls: string[] = []
  const kept = { isDown: false }
  const entity = () => ({
    ...book,
    id,
    start_at: start,
    charge_at: book.current_end,
    payment_method: 'card',
    ended_at: ['cancelled', 'completed'].includes(book.status) ? seconds(services.clock()) : null,
  })
  function state(): ProviderSubscription {
    if (kept.isDown) throw new PaymentsError('unreachable', 'It is down')
    const read = readSubscription(entity(), services.clock())
    if (!read) throw new Error(`Nobody knows the status ${book.status}`)
    return read
  }
  const told = (call: string) => {
    calls.push(call)
    return state()
  }
  Object.assign(payments, {
    fetchSubscription: async (asked: string) => {
      calls.push('ask')
      return asked === id ? state() : Promise.reject(new PaymentsError('refused', 'Not here'))
    },
    stopRenewing: async () => told('stop'),
    cancelSubscription: async () => {
      told('cancel')
      book.status = 'cancelled'
      return state()
    },
  })

  return {
    book,
    calls,
    /** `isDown`: it doesn't answer. */
    kept,
    /**
     * @param at when it happened; now without it.
     * @returns a webhook that tells what the book says now.
     */
    event(at = services.clock(), payment: Record<string, unknown> | null = null) {
      events += 1
      const report = [entity(), 'subscription.updated', `event_${events}`] as const
      const call = signedCall(...report, payment, seconds(at))
      return async () => await takeWebhook(services, ...(await call))
    },
  }
}
