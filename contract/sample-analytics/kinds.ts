/** The unit of a figure, which decides its format. */
export type Unit = 'money' | 'count' | 'share' | 'score' | 'hours'

type Range = readonly [low: number, high: number]

/** A figure that grows with the organisation, and is split by the filter: sales, customers, tickets. */
export interface Volume {
  key: string
  unit: 'money' | 'count'
  /** The value of the first month or week. */
  start: Range
  /** The growth per period, as a fraction of the start. */
  growth: Range
  /** The variation of a period. */
  sway: Range
}

/** A figure that doesn't grow: shares, scores, hours. */
export interface Rate {
  key: string
  unit: 'share' | 'score' | 'hours'
  /** In whole steps. */
  range: Range
  sway: number
  /** The number of steps in 1. */
  steps: number
}

/** A figure at the top of the page, of a month or of its last week. */
export interface FigureOf {
  label: string
  of: Volume | Rate
  period: 'month' | 'week'
  higherIsBetter: boolean
}

export interface Kind {
  name: string
  filter: { label: string; all: string; options: readonly string[] }
  figures: readonly FigureOf[]
  months: { title: string; what: string; of: Volume }
  weeks: { title: string; what: string; of: Volume }
  /** The parts of `months`. */
  parts: { title: string; key: string; heading: string; names: readonly string[] }
  rows: {
    title: string
    key: string
    heading: string
    count: string
    amount: string
    names: readonly string[]
    /** The amount of one row. */
    each: Range
  }
  /** Whether more is better, for `months` and `rows`. */
  higherIsBetter: boolean
}

const steady: Range = [0.93, 1.07]
const calm: Range = [0.985, 1.015]
const volume = (
  key: string,
  unit: Volume['unit'],
  start: Range,
  growth: Range,
  sway: Range,
): Volume => ({ key, unit, start, growth, sway })
const rate = (key: string, unit: Rate['unit'], range: Range, sway: number, steps = 1): Rate => ({
  key,
  unit,
  range,
  sway,
  steps,
})

const figure = (
  label: string,
  of: Volume | Rate,
  { period = 'month', higherIsBetter = true }: Partial<FigureOf> = {},
): FigureOf => ({ label, of, period, higherIsBetter })

const revenue = volume('revenue', 'money', [32_000, 78_000], [0.16, 0.36], steady)
const customers = volume('customers', 'count', [1_600, 5_200], [0.006, 0.012], calm)
const sales = volume('sales', 'money', [18_000, 46_000], [0.1, 0.24], steady)
const renewals = volume('renewals', 'count', [220, 640], [0.05, 0.12], steady)
const returning = volume('returning', 'count', [1_100, 3_400], [0.005, 0.011], calm)
const tickets = volume('tickets', 'count', [380, 920], [0.02, 0.05], steady)

/** The kinds of dashboards, by their name in the page's link. */
export const kinds: Readonly<Record<string, Kind>> = {
  overview: {
    name: 'Overview',
    filter: {
      label: 'Region',
      all: 'All regions',
      options: ['Europe', 'North America', 'Asia Pacific', 'Latin America'],
    },
    figures: [
      figure('Revenue', revenue),
      figure('Active customers', customers, { period: 'week' }),
      figure('Churn', rate('churn', 'share', [14, 32], 3, 1000), { higherIsBetter: false }),
      figure('NPS', rate('nps', 'score', [34, 62], 4)),
    ],
    months: { title: 'Revenue by month', what: 'revenue', of: revenue },
    weeks: { title: 'Weekly active customers', what: 'active customers', of: customers },
    parts: {
      title: 'Revenue by channel',
      key: 'channel',
      heading: 'Channel',
      names: ['Direct sales', 'Online shop', 'Partners', 'Marketplace', 'Referrals'],
    },
    rows: {
      title: 'Top products',
      key: 'product',
      heading: 'Product',
      count: 'Orders',
      amount: 'Revenue',
      names: [
        'Essentials suite',
        'Team workspace',
        'Insights add-on',
        'Data connectors',
        'Priority support',
        'Onboarding pack',
        'Extra storage',
        'Training seats',
      ],
      each: [40, 400],
    },
    higherIsBetter: true,
  },
  sales: {
    name: 'Sales',
    filter: {
      label: 'Segment',
      all: 'All segments',
      options: ['Enterprise', 'Mid-market', 'Small business'],
    },
    figures: [
      figure('New sales', sales),
      figure('Deals won', volume('deals', 'count', [24, 60], [0.06, 0.14], steady)),
      figure('Win rate', rate('win-rate', 'share', [190, 340], 20, 1000)),
      figure('Time to close', rate('closing', 'hours', [300, 620], 30, 10), {
        higherIsBetter: false,
      }),
    ],
    months: { title: 'New sales by month', what: 'new sales', of: sales },
    weeks: {
      title: 'Open pipeline by week',
      what: 'the open pipeline',
      of: volume('pipeline', 'money', [120_000, 310_000], [0.007, 0.014], calm),
    },
    parts: {
      title: 'Sales by source',
      key: 'source',
      heading: 'Source',
      names: ['Website', 'Outreach', 'Events', 'Partners', 'Existing customers'],
    },
    rows: {
      title: 'Top salespeople',
      key: 'seller',
      heading: 'Name',
      count: 'Deals',
      amount: 'Sales',
      names: [
        'A. Alvarez',
        'B. Brandt',
        'C. Costa',
        'D. Demir',
        'E. Eze',
        'F. Fischer',
        'G. Gupta',
      ],
      each: [900, 4_200],
    },
    higherIsBetter: true,
  },
  retention: {
    name: 'Retention',
    filter: {
      label: 'Customers on',
      all: 'All plans',
      options: ['Free', 'Team', 'Business', 'Enterprise'],
    },
    figures: [
      figure('Renewals', renewals),
      figure('Renewal rate', rate('renewal-rate', 'share', [840, 950], 8, 1000)),
      figure('Returning customers', returning, { period: 'week' }),
      figure('Revenue retained', rate('revenue-kept', 'share', [960, 1_140], 12, 1000)),
    ],
    months: { title: 'Renewals by month', what: 'renewals', of: renewals },
    weeks: { title: 'Weekly returning customers', what: 'returning customers', of: returning },
    parts: {
      title: 'Renewals by length',
      key: 'length',
      heading: 'Length',
      names: ['Monthly', 'Quarterly', 'Yearly', 'Two years'],
    },
    rows: {
      title: 'Renewals by industry',
      key: 'industry',
      heading: 'Industry',
      count: 'Accounts',
      amount: 'Renewals',
      names: ['Retail', 'Health', 'Education', 'Finance', 'Logistics', 'Media', 'Public sector'],
      each: [2, 6],
    },
    higherIsBetter: true,
  },
  support: {
    name: 'Support',
    filter: {
      label: 'Queue',
      all: 'All queues',
      options: ['Billing', 'Technical', 'Onboarding'],
    },
    figures: [
      figure('Tickets', tickets, { higherIsBetter: false }),
      figure('First reply', rate('first-reply', 'hours', [12, 58], 5, 10), {
        higherIsBetter: false,
      }),
      figure('Solved first time', rate('solved-at-once', 'share', [520, 760], 20, 1000)),
      figure('Satisfied', rate('satisfied', 'share', [860, 970], 10, 1000)),
    ],
    months: { title: 'Tickets by month', what: 'tickets', of: tickets },
    weeks: {
      title: 'Open tickets by week',
      what: 'open tickets',
      of: volume('open', 'count', [90, 260], [0.004, 0.009], calm),
    },
    parts: {
      title: 'Tickets by channel',
      key: 'way-in',
      heading: 'Channel',
      names: ['E-mail', 'Chat', 'Telephone', 'Form'],
    },
    rows: {
      title: 'Topics with most tickets',
      key: 'topic',
      heading: 'Topic',
      count: 'Customers',
      amount: 'Tickets',
      names: ['Invoices', 'Signing in', 'Imports', 'Permissions', 'Exports', 'Speed', 'Mobile'],
      each: [1.2, 2.4],
    },
    higherIsBetter: false,
  },
}
