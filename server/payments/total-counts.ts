import type { Plan } from '../api/payments'

/**
 * The number of charges: subscriptions need an end, and these are the highest safe numbers. Source:
 * https://razorpay.com/docs/api/payments/subscriptions/create-subscription/
 */
export const totalCounts: Record<Plan['interval'], number> = { monthly: 120, yearly: 10 }
