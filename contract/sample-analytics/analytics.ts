import { lastWeekOf, type Month, monthOf, periodsUpTo, startOfMonth, startOfWeek } from './calendar'
import type { Kind, Rate, Unit, Volume } from './kinds'
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

/** A figure at the top of the page. */
export interface Figure {
  label: string
  unit: Unit
  comparison: Comparison
  /** Twelve months, the last being the reported one. */
  history: number[]
  higherIsBetter: boolean
}

/** A row of the table: a part of the reported month. */
export interface Row {
  name: string
  count: number
  amount: Comparison
}

export interface Analytics {
  /** First instant of the reported month, in UTC. */
  month: Date
  figures: Figure[]
  /** Twelve months, the last being the reported one. */
  months: Point[]
  /** 26 weeks, the last being the reported month's last. */
  weeks: Point[]
  /** The reported month's parts, the largest first. */
  parts: { name: string; value: number }[]
  /** The largest first. */
  rows: Row[]
}

const rowCount = 6
/** Where every organisation's growth begins. */
const firstMonth = monthOf(2025, 1)

/**
 * Generates an organisation's sample data (D34). The same slug, month and filter always give the same
 * data; a month's figures stay as they are when later months become the reported one.
 * @param chosen one of the filter's options; null for all.
 */
export function generateAnalytics(
  kind: Kind,
  slug: string,
  month: Month,
  chosen: string | null = null,
): Analytics {
  const weightOf = (option: string) => 0.4 + noise(`${slug}/${kind.filter.label}/${option}`)
  const whole = kind.filter.options.reduce((sum, option) => sum + weightOf(option), 0)
  const share = chosen === null ? 1 : weightOf(chosen) / whole

  // Growth is linear, so that the figures stay believable however many years pass.
  const volumeIn = ({ key, start, growth, sway }: Volume, period: number, first: number) =>
    Math.round(
      noiseBetween(`${slug}/${key}`, ...start) *
        (1 + noiseBetween(`${slug}/${key}/growth`, ...growth) * Math.max(0, period - first)) *
        noiseBetween(`${slug}/${key}/${period}`, ...sway) *
        share,
    )
  const rateIn = ({ key, range, sway, steps }: Rate, period: number) => {
    const bend = chosen === null ? 0 : noiseBetween(`${slug}/${key}/${chosen}`, -sway, sway)
    const base = noiseBetween(`${slug}/${key}`, ...range)
    const swayed = base + noiseBetween(`${slug}/${key}/${period}`, -sway, sway) + bend
    return Math.max(1, Math.round(swayed)) / steps
  }
  const figureIn = (of: Volume | Rate, period: 'month' | 'week', month: Month) => {
    if (!('start' in of)) return rateIn(of, month)
    return period === 'month'
      ? volumeIn(of, month, firstMonth)
      : volumeIn(of, lastWeekOf(month), lastWeekOf(firstMonth))
  }
  const split = (key: string, names: readonly string[], month: Month) =>
    apportion(
      volumeIn(kind.months.of, month, firstMonth),
      names.map(
        (name) =>
          (0.15 + noise(`${slug}/${key}/${name}`)) *
          noiseBetween(`${slug}/${key}/${name}/${month}`, 0.93, 1.07),
      ),
    )
  const { parts, rows } = kind
  const partValues = split(parts.key, parts.names, month)
  const [rowValues, previousValues] = [month, month - 1].map((period) =>
    split(rows.key, rows.names, period),
  )

  return {
    month: startOfMonth(month),
    figures: kind.figures.map(({ label, of, period, higherIsBetter }) => ({
      label,
      unit: of.unit,
      comparison: {
        value: figureIn(of, period, month),
        previous: figureIn(of, period, month - 1),
      },
      history: periodsUpTo(month, 12).map((month) => figureIn(of, period, month)),
      higherIsBetter,
    })),
    months: periodsUpTo(month, 12).map((month) => ({
      start: startOfMonth(month),
      value: volumeIn(kind.months.of, month, firstMonth),
    })),
    weeks: periodsUpTo(lastWeekOf(month), 26).map((week) => ({
      start: startOfWeek(week),
      value: volumeIn(kind.weeks.of, week, lastWeekOf(firstMonth)),
    })),
    parts: parts.names
      .map((name, index) => ({ name, value: partValues[index] ?? 0 }))
      .sort((a, b) => b.value - a.value),
    rows: rows.names
      .map((name, index): Row => {
        const value = rowValues?.[index] ?? 0
        const each = noiseBetween(`${slug}/${rows.key}/${name}/price`, ...rows.each)
        return {
          name,
          count: Math.round(value / (each > 10 ? Math.round(each) : each)),
          amount: { value, previous: previousValues?.[index] ?? 0 },
        }
      })
      .sort((a, b) => b.amount.value - a.amount.value)
      .slice(0, rowCount),
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
