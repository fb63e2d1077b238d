import { queryOptions } from '@tanstack/react-query'
import type { Plan } from '../../contract/billing'
import { call } from '../api/call'
import { settings } from '../settings'

/** The price list: every plan, monthly and yearly. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: async ({ signal }) => (await call('getPricing', undefined, { signal })).all_pricing,
  staleTime: 5 * 60_000,
})

/** The history of the organisation's plans. For admins only (D7). */
export const activityQuery = queryOptions({
  queryKey: ['subscription-activity'],
  queryFn: async ({ signal }) =>
    (await call('getSubscriptionActivity', undefined, { signal })).data,
  staleTime: 60_000,
})

/** The organisation's payments. For admins only, on our own server (D43). */
export const receiptsQuery = queryOptions({
  queryKey: ['receipts'],
  queryFn: ({ signal }) => call('getReceipts', undefined, { signal }),
  staleTime: 10_000,
})

/** The buyer and the addresses for copies. For admins only, on our own server. */
export const buyerQuery = queryOptions({
  queryKey: ['buyer'],
  queryFn: ({ signal }) => call('getBuyer', undefined, { signal }),
  staleTime: 10_000,
})

/** The visitor's currency, looked up once. Use it only where prices show (D16). */
export const currencyQuery = queryOptions({
  queryKey: ['currency'],
  queryFn: async ({ signal }) => {
    const { lookUpCurrency } = await import('./pricing/visitor-currency')
    return await lookUpCurrency(settings.geolocationUrl, signal)
  },
  initialData: () => (settings.subscriptionCurrency === 'INR' ? 'INR' : undefined),
  enabled: () => settings.geolocationUrl !== '',
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Reads the price list's search parameter, monthly by default, and drops invalid values. */
export function intervalSearch({ interval }: Record<string, unknown>): {
  interval?: Plan['interval'] | undefined
} {
  return { interval: interval === 'monthly' || interval === 'yearly' ? interval : undefined }
}
