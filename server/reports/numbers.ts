import type { FigureColumn, FigureFormat } from '../api/dashboards'

interface Numeric {
  format: FigureFormat
  currency: string | null
}

/** The format of numbers in one person's reports. */
export interface Numbers {
  /**
   * '8,269', 'US$370,848', '1.4%': without decimals from a thousand on.
   * @param value a number, or the text of its digits beyond 2^53.
   */
  value: (value: number | string, how: Numeric) => string
  /** '+4.6%', '+0.2 pt', '+2': a difference for small whole numbers, per cent for others. */
  change: (value: number, before: number, how: Numeric) => string
}

/** @param locale the language and region of the format (BCP 47). */
export function createNumbers(locale: string): Numbers {
  const formats = new Map<string, Intl.NumberFormat>()
  function write(value: number | string, options: Intl.NumberFormatOptions): string {
    const key = JSON.stringify(options)
    // 'negative': a small loss is 0, not −0.
    const made = { signDisplay: 'negative', ...options } as const
    const format = formats.get(key) ?? new Intl.NumberFormat(locale, made)
    formats.set(key, format)
    // English locales write the hyphen, which is narrower than the plus.
    return format.format(value as number).replace('-', '−')
  }
  const decimals = (value: number | string, most: number) =>
    Number.isInteger(value) || Math.abs(Number(value)) >= 1_000 ? 0 : most
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const signed = { signDisplay: 'exceptZero' } as const

  return {
    value(value, { format, currency }) {
      if (format === 'percent') {
        return write(Number(value) / 100, { style: 'percent', maximumFractionDigits: 1 })
      }
      if (format === 'currency' && currency !== null) {
        const fraction = decimals(value, 2)
        const style = { style: 'currency', currency, minimumFractionDigits: fraction } as const
        return write(value, { ...style, maximumFractionDigits: fraction })
      }
      return write(value, { maximumFractionDigits: decimals(value, 2) })
    },

    change(value, before, { format }) {
      if (format === 'percent') return `${write(value - before, { ...oneDecimal, ...signed })} pt`
      const isSmall = [value, before].every((one) => Number.isInteger(one) && Math.abs(one) < 100)
      if (isSmall || before === 0) {
        return write(value - before, { ...signed, maximumFractionDigits: decimals(value, 2) })
      }
      const share = (value - before) / Math.abs(before)
      return write(share, { style: 'percent', ...oneDecimal, ...signed })
    },
  }
}

/** @returns the text of a table's cell. */
export function cellText(
  cell: string | number | null,
  { format, currency }: FigureColumn,
  { value }: Numbers,
): string {
  if (cell === null) return '–'
  return format === 'text' ? String(cell) : value(cell, { format, currency })
}

/**
 * @param header a browser's `Accept-Language`, whose first language counts.
 * @returns the locale for numbers; British English if the header names none that is known.
 */
export function localeOf(header: string | undefined): string {
  const [first = ''] = /^[\w-]{2,35}/.exec(header ?? '') ?? []
  try {
    return Intl.NumberFormat.supportedLocalesOf(first)[0] ?? 'en-GB'
  } catch {
    return 'en-GB'
  }
}
