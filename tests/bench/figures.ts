import type { VisitResult } from './cold-visit'

/** The pages that each round opens cold, one after the other. */
export type Opened = 'signInBaseline' | 'signIn' | 'tableBaseline' | 'dashboard' | 'subscription'

/** The measurements: each visit once a round, the rest once or several times. */
interface Measured {
  rounds: Record<Opened, VisitResult>[]
  navigation: number[]
  sorting: { times: number[]; rows: number }
}

type Key = keyof VisitResult
type Unit = 'ms' | 'kB' | ''

/**
 * The figures of docs/speed.md, in its order, each with its budget: for paints and `ready` so many times the baseline of
 * the same round, else in the figure's own unit.
 */
const figures: readonly [string, Opened, Key, budget: number, baseline: Opened][] = [
  ['sign-in: first paint', 'signIn', 'firstPaint', 1.25, 'signInBaseline'],
  ['sign-in: largest paint', 'signIn', 'largestPaint', 1.25, 'signInBaseline'],
  ['sign-in: interactive', 'signIn', 'ready', 1.15, 'signInBaseline'],
  ['sign-in: JavaScript before ready', 'signIn', 'scriptBytes', 106, 'signInBaseline'],
  ['sign-in: HTML with its CSS', 'signIn', 'pageBytes', 12, 'signInBaseline'],
  ['sign-in: requests before interactive', 'signIn', 'requests', 6, 'signInBaseline'],
  ['sign-in: fonts, which come afterwards', 'signIn', 'fontBytes', 26, 'signInBaseline'],
  ['sign-in: main thread blocked', 'signIn', 'blocked', 60, 'signInBaseline'],
  ['sign-in: layout shift', 'signIn', 'shift', 0, 'signInBaseline'],
  ['main dashboard: first paint', 'dashboard', 'firstPaint', 1.5, 'signInBaseline'],
  ['main dashboard: ready', 'dashboard', 'ready', 1.08, 'tableBaseline'],
  ['main dashboard: JavaScript before ready', 'dashboard', 'scriptBytes', 119, 'tableBaseline'],
  ['main dashboard: requests before ready', 'dashboard', 'requests', 9, 'tableBaseline'],
  ['main dashboard: layout shift', 'dashboard', 'shift', 0, 'tableBaseline'],
  ['subscription, 50 rows: ready', 'subscription', 'ready', 1.2, 'tableBaseline'],
  ['subscription: JavaScript before ready', 'subscription', 'scriptBytes', 133, 'tableBaseline'],
  ['subscription: requests before ready', 'subscription', 'requests', 12, 'tableBaseline'],
  ['subscription: main thread blocked', 'subscription', 'blocked', 160, 'tableBaseline'],
  ['subscription: layout shift', 'subscription', 'shift', 0, 'tableBaseline'],
]

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const [below = 0, above = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}

function text(value: number, unit: Unit): string {
  if (unit === 'kB') return `${value.toFixed(1)} kB`
  if (unit === 'ms') return `${Math.round(value)} ms`
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}

const unitOf = (key: Key): Unit =>
  key.endsWith('Bytes') ? 'kB' : key === 'requests' || key === 'shift' ? '' : 'ms'

/** @returns every figure as a row of a Markdown table; what exceeds its budget says so. */
export function tableOf({ rounds, navigation, sorting }: Measured): string {
  const over = (value: number, budget: number) => (value > budget + 0.000_5 ? 'over' : '')
  const ofVisits = figures.map(([name, page, key, budget, baseline]) => {
    const unit = unitOf(key)
    const of = (opened: Opened) =>
      median(rounds.map((round) => round[opened][key])) / (unit === 'kB' ? 1000 : 1)
    const row = [name, text(of(page), unit)]
    if (!['firstPaint', 'largestPaint', 'ready'].includes(key)) {
      return [...row, text(budget, unit), text(of(baseline), unit), '', over(of(page), budget)]
    }
    const ratio = median(rounds.map((round) => round[page][key] / round[baseline][key]))
    const limit = `${budget} × baseline`
    return [...row, limit, text(of(baseline), unit), `${ratio.toFixed(2)} ×`, over(ratio, budget)]
  })
  const others = (
    [
      ['warm navigation, slowest: click to painted', Math.max(...navigation), 'ms', 50],
      ['sorting 1,000 rows, median: click to painted', median(sorting.times), 'ms', 100],
      ['sorting 1,000 rows: rows in the DOM', sorting.rows, '', 40],
    ] as const
  ).map(([name, value, unit, budget]) => [
    ...[name, text(value, unit), text(budget, unit), '', '', over(value, budget)],
  ])
  return [
    '| figure | measured | budget | baseline | ratio | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...[...ofVisits, ...others].map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
}
