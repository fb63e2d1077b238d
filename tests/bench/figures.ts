import type { VisitResult } from './cold-visit'

/** The pages that each round opens cold, one after the other. */
export type Opened = 'signInBaseline' | 'signIn' | 'tableBaseline' | 'dashboard' | 'subscription'

/** The measurements: each visit once a round, the rest once or several times. */
export interface Measured {
  rounds: Record<Opened, VisitResult>[]
  navigation: number[]
  sorting: { times: number[]; rows: number }
}

/** A line of the table. */
export interface Figure {
  name: string
  /** In the figure's own unit. */
  value: number
  unit: 'ms' | 'kB' | ''
  /** The budget; with a baseline, `times` the baseline. */
  budget: number
  baseline?: number
  /** The ratio to the same round's baseline: the median over all rounds. */
  ratio?: number
  /** The highest ratio, if the budget is one. */
  times?: number
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const [below = 0, above = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}

/** @returns every figure of docs/speed.md, in its order. */
export function figuresOf({ rounds, navigation, sorting }: Measured): Figure[] {
  const of = (page: Opened, key: keyof VisitResult) =>
    median(rounds.map((round) => round[page][key]))

  function beside(
    name: string,
    key: keyof VisitResult,
    [page, times, other]: [Opened, number, Opened],
  ): Figure {
    const [value, baseline] = [of(page, key), of(other, key)]
    const ratio = median(rounds.map((round) => round[page][key] / round[other][key]))
    return { name, value, unit: 'ms', budget: times * baseline, baseline, ratio, times }
  }
  const scripts = (name: string, page: Opened, baseline: Opened, budget: number): Figure => ({
    name: `${name}: JavaScript before ready`,
    value: of(page, 'scriptBytes') / 1000,
    unit: 'kB',
    budget,
    baseline: of(baseline, 'scriptBytes') / 1000,
  })
  const count = (
    name: string,
    page: Opened,
    key: 'requests' | 'blocked' | 'shift',
    budget: number,
    baseline: Opened,
  ): Figure => ({
    name,
    value: of(page, key),
    unit: key === 'blocked' ? 'ms' : '',
    budget,
    baseline: of(baseline, key),
  })

  return [
    beside('sign-in: first paint', 'firstPaint', ['signIn', 1.25, 'signInBaseline']),
    beside('sign-in: largest paint', 'largestPaint', ['signIn', 1.25, 'signInBaseline']),
    beside('sign-in: interactive', 'ready', ['signIn', 1.15, 'signInBaseline']),
    scripts('sign-in', 'signIn', 'signInBaseline', 106),
    {
      name: 'sign-in: HTML with its CSS',
      value: of('signIn', 'pageBytes') / 1000,
      unit: 'kB',
      budget: 12,
      baseline: of('signInBaseline', 'pageBytes') / 1000,
    },
    count('sign-in: requests before interactive', 'signIn', 'requests', 6, 'signInBaseline'),
    {
      name: 'sign-in: fonts, which come afterwards',
      value: of('signIn', 'fontBytes') / 1000,
      unit: 'kB',
      budget: 26,
      baseline: 0,
    },
    count('sign-in: main thread blocked', 'signIn', 'blocked', 60, 'signInBaseline'),
    count('sign-in: layout shift', 'signIn', 'shift', 0, 'signInBaseline'),
    beside('main dashboard: first paint', 'firstPaint', ['dashboard', 1.5, 'signInBaseline']),
    beside('main dashboard: ready', 'ready', ['dashboard', 1.08, 'tableBaseline']),
    scripts('main dashboard', 'dashboard', 'tableBaseline', 119),
    count('main dashboard: requests before ready', 'dashboard', 'requests', 9, 'tableBaseline'),
    count('main dashboard: layout shift', 'dashboard', 'shift', 0, 'tableBaseline'),
    beside('subscription, 50 rows: ready', 'ready', ['subscription', 1.2, 'tableBaseline']),
    scripts('subscription', 'subscription', 'tableBaseline', 133),
    count('subscription: requests before ready', 'subscription', 'requests', 12, 'tableBaseline'),
    count('subscription: main thread blocked', 'subscription', 'blocked', 160, 'tableBaseline'),
    count('subscription: layout shift', 'subscription', 'shift', 0, 'tableBaseline'),
    {
      name: 'warm navigation, slowest: click to painted',
      value: Math.max(...navigation),
      unit: 'ms',
      budget: 50,
    },
    {
      name: 'sorting 1,000 rows, median: click to painted',
      value: median(sorting.times),
      unit: 'ms',
      budget: 100,
    },
    { name: 'sorting 1,000 rows: rows in the DOM', value: sorting.rows, unit: '', budget: 40 },
  ]
}

function text(value: number | undefined, unit: Figure['unit']): string {
  if (value === undefined) return ''
  if (unit === 'kB') return `${value.toFixed(1)} kB`
  if (unit === 'ms') return `${Math.round(value)} ms`
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}

/** @returns the figures as a Markdown table; what exceeds its budget says so. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, unit, budget, baseline, ratio, times }) => {
    const isKept =
      ratio !== undefined && times !== undefined ? ratio <= times : value <= budget + 0.000_5
    const limit = times === undefined ? text(budget, unit) : `${times} × baseline`
    const beside = ratio === undefined ? '' : `${ratio.toFixed(2)} ×`
    const over = isKept ? '' : 'over'
    return [name, text(value, unit), limit, text(baseline, unit), beside, over].join(' | ')
  })
  return [
    '| figure | measured | budget | baseline | ratio | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}
