import { lastWeekOf, type Month, monthOf, periodsUpTo, startOfMonth, startOfWeek } from './calendar'
import { noise, noiseBetween } from './noise'

/** A figure of the reported month beside the same figure of the month before. */
export interface Comparison {
  value: number
  previous: number
}

/** One point of a series: the period that began at `start`. */
export interface Point {
  start: Date
  value: number
}

/** A product's part in the reported month. */
export interface ProductResult {
  name: string
  orders: number
  /** US dollars. */
  revenue: Comparison
}

/** Everything the page shows. */
export interface Analytics {
  /** First instant of the reported month, in UTC. */
  month: Date
  figures: {
    /** US dollars. */
    revenue: Comparison
    /** Customers active in the last complete week. */
    customers: Comparison
    /** Share of customers lost in the month, 0 to 1, in steps of a tenth of a percent. */
    churn: Comparison
    /** Net promoter score, -100 to 100. */
    netPromoterScore: Comparison
  }
  /** US dollars in each of twelve months, the last being the reported one. */
  revenueByMonth: Point[]
  /** Active customers in each of 26 weeks, the last being the one of `figures.customers`. */
  customersByWeek: Point[]
  /** The reported month's revenue by channel in US dollars, the largest first. */
  revenueByChannel: { name: string; value: number }[]
  /** The products with the most revenue, the largest first. */
  topProducts: ProductResult[]
}

const channels = ['Direct sales', 'Online shop', 'Partners', 'Marketplace', 'Referrals']
const products = [
  'Essentials suite',
  'Team workspace',
  'Insights add-on',
  'Data connectors',
  'Priority support',
  'Onboarding pack',
  'Extra storage',
  'Training seats',
]
const topProductCount = 6
/** Where every organisation's growth begins. */
const firstMonth = monthOf(2025, 1)

/**
 * Generates an organisation's sample data (D34). The same slug and month always give the same data;
 * a month's figures stay as they are when later months become the reported one.
 */
export function generateAnalytics(slug: string, month: Month): Analytics {
  // Growth is linear, so that the figures stay believable however many years pass.
  const grown = (subject: string, periods: number, low: number, high: number) =>
    1 + noiseBetween(`${slug}/${subject}/growth`, low, high) * Math.max(0, periods)

  const revenueIn = (month: Month) =>
    Math.round(
      noiseBetween(`${slug}/revenue`, 32_000, 78_000) *
        grown('revenue', month - firstMonth, 0.16, 0.36) *
        noiseBetween(`${slug}/revenue/${month}`, 0.93, 1.07),
    )
  const customersIn = (week: number) =>
    Math.round(
      noiseBetween(`${slug}/customers`, 1_600, 5_200) *
        grown('customers', week - lastWeekOf(firstMonth), 0.006, 0.012) *
        noiseBetween(`${slug}/customers/${week}`, 0.985, 1.015),
    )
  const churnIn = (month: Month) =>
    Math.round(
      noiseBetween(`${slug}/churn`, 14, 32) + noiseBetween(`${slug}/churn/${month}`, -3, 3),
    ) / 1000
  const netPromoterScoreIn = (month: Month) =>
    Math.round(noiseBetween(`${slug}/nps`, 34, 62) + noiseBetween(`${slug}/nps/${month}`, -4, 4))
  const split = (subject: string, names: string[], month: Month) =>
    apportion(
      revenueIn(month),
      names.map(
        (name) =>
          (0.15 + noise(`${slug}/${subject}/${name}`)) *
          noiseBetween(`${slug}/${subject}/${name}/${month}`, 0.93, 1.07),
      ),
    )

  const monthsCompared = (figure: (month: Month) => number): Comparison => ({
    value: figure(month),
    previous: figure(month - 1),
  })
  const revenueByProduct = split('product', products, month)
  const previousByProduct = split('product', products, month - 1)

  return {
    month: startOfMonth(month),
    figures: {
      revenue: monthsCompared(revenueIn),
      customers: monthsCompared((month) => customersIn(lastWeekOf(month))),
      churn: monthsCompared(churnIn),
      netPromoterScore: monthsCompared(netPromoterScoreIn),
    },
    revenueByMonth: periodsUpTo(month, 12).map((month) => ({
      start: startOfMonth(month),
      value: revenueIn(month),
    })),
    customersByWeek: periodsUpTo(lastWeekOf(month), 26).map((week) => ({
      start: startOfWeek(week),
      value: customersIn(week),
    })),
    revenueByChannel: split('channel', channels, month)
      .map((value, index) => ({ name: channels[index] ?? '', value }))
      .sort((a, b) => b.value - a.value),
    topProducts: products
      .map((name, index) => {
        const value = revenueByProduct[index] ?? 0
        const price = Math.round(noiseBetween(`${slug}/product/${name}/price`, 40, 400))
        return {
          name,
          orders: Math.round(value / price),
          revenue: { value, previous: previousByProduct[index] ?? 0 },
        }
      })
      .sort((a, b) => b.revenue.value - a.revenue.value)
      .slice(0, topProductCount),
  }
}

/** @returns `total` in whole parts proportional to the weights; the parts add up to it exactly. */
function apportion(total: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let before = 0
  return weights.map((weight) => {
    const from = Math.round((total * before) / sum)
    before += weight
    return Math.round((total * before) / sum) - from
  })
}
