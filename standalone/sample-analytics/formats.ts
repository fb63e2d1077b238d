import type { Comparison } from '../../contract/sample-analytics/analytics'
import type { Unit } from '../../contract/sample-analytics/kinds'
import { visitorLocale } from '../../src/lib/visitor-locale'

/** A change against the month before, as text, and its direction: up (1), down (-1) or none (0). */
export interface Change {
  text: string
  direction: number
}

/** How the page writes numbers and dates. */
export type Formats = ReturnType<typeof createFormats>

/**
 * @param language the visitor's as BCP 47, unless given (D104)
 * @returns functions that write numbers and dates; dates are read as UTC
 */
export function createFormats(language?: string) {
  const locale = visitorLocale(language)
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options)
    // English locales write the hyphen, which is narrower than the plus beside it.
    return (value: number) => format.format(value).replace('-', '−')
  }
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (value: Date) => format.format(value)
  }
  const dollars = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const
  const signedPercent = number({
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const signedPoints = number({
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const signedCount = number({ maximumFractionDigits: 0, signDisplay: 'exceptZero' })

  const money = number(dollars)
  const compactMoney = number({
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    maximumSignificantDigits: 3,
  })
  const count = number({ maximumFractionDigits: 0 })
  const precisePercent = number({
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const hours = number({ style: 'unit', unit: 'hour', maximumFractionDigits: 1 })
  /** The change in percent of the value before. */
  const relativeChange = ({ value, previous }: Comparison) =>
    written(previous === 0 ? 0 : (value - previous) / previous, 1000, signedPercent)
  /** The change of a share of 0 to 1, in percentage points. */
  const pointChange = ({ value, previous }: Comparison) =>
    written((value - previous) * 100, 10, (points) => `${signedPoints(points)} pt`)
  /** The change of a count. */
  const countChange = ({ value, previous }: Comparison) => written(value - previous, 1, signedCount)

  return {
    money,
    compactMoney,
    count,
    percent: number({ style: 'percent', maximumFractionDigits: 0 }),
    precisePercent,
    longMonth: date({ month: 'long', year: 'numeric' }),
    mediumMonth: date({ month: 'short', year: 'numeric' }),
    shortMonth: date({ month: 'short' }),
    shortDay: date({ day: 'numeric', month: 'short' }),
    relativeChange,
    pointChange,
    countChange,
    /** The ways to write a figure: in short, in full, and as a change. */
    units: {
      money: { short: compactMoney, long: money, change: relativeChange },
      count: { short: count, long: count, change: relativeChange },
      share: { short: precisePercent, long: precisePercent, change: pointChange },
      score: { short: count, long: count, change: countChange },
      hours: { short: hours, long: hours, change: relativeChange },
    } satisfies Record<Unit, unknown>,
  }
}

/** Rounds before the direction is decided, so that a change shown as zero has no colour. */
function written(change: number, steps: number, write: (change: number) => string): Change {
  const rounded = Math.round(change * steps) / steps
  return { text: write(rounded), direction: Math.sign(rounded) }
}
