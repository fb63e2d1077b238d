import { vi } from 'vitest'
import type { Plan, SubscriptionActivityRow } from '../../contract/billing'
import type { Profile } from '../../contract/profile'
import type { Payment } from '../../src/billing/checkout/razorpay'
import { profileExample } from './examples'
import { respond } from './respond'

function planPair(name: string, usd: number, descriptions: string[]): Plan[] {
  return (['monthly', 'yearly'] as const).map((interval) => ({
    name,
    tag_line_for_plan: `All about ${name}`,
    amount_in_usd: interval === 'monthly' ? usd : usd * 10,
    interval,
    razorpay_plan_id: `plan_${name}_${interval}`,
    descriptions,
  }))
}

/** Starter and Growth, monthly and yearly; paying yearly saves two months. */
export const plans: readonly Plan[] = [
  ...planPair('Starter', 29, ['1 dashboard']),
  ...planPair('Growth', 99.5, ['10 dashboards', 'Priority support']),
]

export function planNamed(name: string, interval: Plan['interval'] = 'monthly'): Plan {
  const found = plans.find((plan) => plan.name === name && plan.interval === interval)
  if (!found) throw new Error(`There is no ${interval} plan ${name}`)
  return found
}

export function profileWith(plan: Plan | null): Profile {
  return profileExample({
    organization: {
      subscription_plan: plan && {
        ...plan,
        descriptions: plan.descriptions.map((point) => ({ point })),
      },
      org_iframe: null,
      org_metabase_name: null,
    },
  })
}

interface Answers {
  pricing?: readonly Plan[]
  profile?: Profile | null
  activity?: readonly SubscriptionActivityRow[]
}

/** From here on the server gives these answers; the others stay. */
export function serve({ pricing, profile, activity }: Answers): void {
  if (pricing) respond('getPricing', { all_pricing: [...pricing] })
  if (profile !== undefined) respond('getProfile', profile)
  if (activity) respond('getSubscriptionActivity', { data: [...activity] })
}

export interface OpenedCheckout {
  options: Record<string, unknown> & {
    handler: (payment: Payment) => void
    modal: { ondismiss: () => void }
  }
  listeners: Record<string, (response: object) => void>
}

export const payment: Payment = {
  razorpay_payment_id: 'pay_1',
  razorpay_subscription_id: 'sub_1',
  razorpay_signature: 'signature',
}

/** The provider's script, as if it had been loaded. @returns every checkout that is opened. */
export function standInCheckout(): OpenedCheckout[] {
  const opened: OpenedCheckout[] = []
  vi.stubGlobal(
    'Razorpay',
    class {
      private readonly listeners: OpenedCheckout['listeners'] = {}
      constructor(private readonly options: OpenedCheckout['options']) {}
      on(event: string, listener: (response: object) => void) {
        this.listeners[event] = listener
      }
      open() {
        opened.push({ options: this.options, listeners: this.listeners })
      }
    },
  )
  return opened
}
