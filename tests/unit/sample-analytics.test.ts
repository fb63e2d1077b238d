import { describe, expect, test, vi } from 'vitest'
import { generateAnalytics } from '../../contract/sample-analytics/analytics'
import {
  lastCompleteMonth,
  lastWeekOf,
  monthOf,
  startOfMonth,
  startOfWeek,
} from '../../contract/sample-analytics/calendar'
import { type Kind, kinds } from '../../contract/sample-analytics/kinds'
import { createFormats } from '../../standalone/sample-analytics/formats'
import { nameOfOrganisation } from '../../standalone/sample-analytics/organisation'
import { isNight } from '../../standalone/sample-analytics/theme'

const october = monthOf(2026, 10)
const slugs = ['acme-analytics', 'northwind', 'a', '2024', 'example-organisation']

const every = Object.entries(kinds)
const overview = kinds.overview as Kind
const values = (points: readonly { value: number }[]) => points.map(({ value }) => value)
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

describe('the sample data', () => {
  test('is always the same for one organisation', () => {
    expect(generateAnalytics(overview, 'acme', october)).toEqual(
      generateAnalytics(overview, 'acme', october),
    )
  })

  test('differs between organisations, even with similar names', () => {
    const revenues = ['acme', 'acme-1', 'acme-2', 'acne'].map(
      (slug) => generateAnalytics(overview, slug, october).months.at(-1)?.value,
    )
    expect(new Set(revenues).size).toBe(revenues.length)
  })

  test.each(every)("of %s keeps a month's figures when the next month is over", (_, kind) => {
    const before = generateAnalytics(kind, 'acme', october)
    const after = generateAnalytics(kind, 'acme', october + 1)
    expect(after.months.slice(0, -1)).toEqual(before.months.slice(1))
    expect(after.figures.map(({ comparison }) => comparison.previous)).toEqual(
      before.figures.map(({ comparison }) => comparison.value),
    )
  })

  test.each(every)('of %s adds up', (_, kind) => {
    for (const slug of slugs) {
      const { figures, months, weeks, parts, rows } = generateAnalytics(kind, slug, october)
      const total = months.at(-1)?.value ?? 0
      expect([figures.length, months.length, weeks.length]).toEqual([4, 12, 26])
      expect(figures[0]?.comparison).toEqual({ value: total, previous: months.at(-2)?.value })
      expect(sum(values(parts))).toBe(total)
      const amounts = rows.map(({ amount }) => amount.value)
      expect(sum(amounts)).toBeLessThanOrEqual(total)
      expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    }
  })

  test.each(every)('of %s is a subset if filtered', (_, kind) => {
    const whole = generateAnalytics(kind, 'acme', october)
    const filtered = kind.filter.options.map((option) =>
      generateAnalytics(kind, 'acme', october, option),
    )
    const total = sum(filtered.map(({ months }) => months.at(-1)?.value ?? 0))
    expect(Math.abs(total - (whole.months.at(-1)?.value ?? 0))).toBeLessThan(filtered.length)
    expect(new Set(filtered.map((one) => JSON.stringify(one.figures))).size).toBe(filtered.length)
  })

  test.each([
    ['before the first month', monthOf(2020, 1)],
    ['now', october],
    ['in fifty years', monthOf(2076, 10)],
  ])('stays believable %s', (_when, month) => {
    for (const [, kind] of every) {
      for (const slug of slugs) {
        const { figures, months } = generateAnalytics(kind, slug, month)
        for (const { label, unit, comparison } of figures) {
          const { value } = comparison
          expect(value, label).toBeGreaterThan(0)
          if (unit === 'share') expect(value, label).toBeLessThan(1.3)
          if (label === 'Churn') expect(value).toBeLessThan(0.05)
          if (unit === 'score') expect(value, label).toBeLessThanOrEqual(100)
          if (unit === 'hours') expect(value, label).toBeLessThan(100)
        }
        expect(Math.min(...values(months))).toBeGreaterThan(0)
        expect(Math.max(...values(months))).toBeLessThan(50_000_000)
      }
    }
  })
})

describe('the reported month', () => {
  test.each([
    ['2026-11-20T12:00:00Z', '2026-10-01T00:00:00.000Z'],
    ['2026-11-01T00:00:00Z', '2026-10-01T00:00:00.000Z'],
    ['2026-01-31T23:59:59Z', '2025-12-01T00:00:00.000Z'],
  ])('at %s is the last complete one, from %s', (now, start) => {
    expect(startOfMonth(lastCompleteMonth(new Date(now))).toISOString()).toBe(start)
  })

  test.each([
    // 31 October 2026 is a Saturday, 31 May 2026 a Sunday.
    [october, '2026-10-19'],
    [monthOf(2026, 5), '2026-05-25'],
    [monthOf(1970, 1), '1970-01-19'],
  ])('%i ends with the last complete week, from Monday %s', (month, monday) => {
    expect(startOfWeek(lastWeekOf(month)).toISOString().slice(0, 10)).toBe(monday)
  })
})

test.each([
  ['acme-analytics', 'Acme Analytics'],
  ['2024', '2024'],
  ['a', 'A'],
])('the organisation with the slug %s is called %s', (slug, name) => {
  expect(nameOfOrganisation(slug)).toBe(name)
})

describe('the theme', () => {
  test.each([
    ['#theme=transparent', false],
    ['#theme=night', true],
    ['#theme=night&bordered=false&titled=false', true],
    ['#bordered=false&theme=night', true],
    ['#theme=midnight', false],
    ['#night', false],
    ['', false],
  ])('of %j is dark: %s', (fragment, isDark) => {
    expect(isNight(fragment)).toBe(isDark)
  })
})

describe('numbers', () => {
  const formats = createFormats('en-US')

  test('are short in headings and full when read out', () => {
    expect(formats.compactMoney(482_310)).toBe('$482K')
    expect(formats.compactMoney(1_250_000)).toBe('$1.25M')
    expect(formats.money(482_310)).toBe('$482,310')
    expect(formats.precisePercent(0.018)).toBe('1.8%')
  })

  test('show a change with a sign, including a real minus', () => {
    expect(formats.relativeChange({ value: 1124, previous: 1000 })).toEqual({
      text: '+12.4%',
      direction: 1,
    })
    expect(formats.pointChange({ value: 0.018, previous: 0.022 })).toEqual({
      text: '−0.4 pt',
      direction: -1,
    })
    expect(formats.countChange({ value: 61, previous: 56 })).toEqual({ text: '+5', direction: 1 })
  })

  test('have no direction if the change rounds to zero', () => {
    const change = formats.relativeChange({ value: 9_999, previous: 10_000 })
    expect(change.text).toBe('0.0%')
    expect(Math.abs(change.direction)).toBe(0)
    expect(formats.relativeChange({ value: 5, previous: 0 }).direction).toBe(0)
  })

  test('and dates are English, by the conventions of the visitor’s region', () => {
    expect(createFormats('id-ID').count(8214)).toBe('8.214')
    expect(createFormats('de-DE').longMonth(startOfMonth(october))).toBe('October 2026')
    expect(createFormats('en-GB').shortDay(startOfWeek(lastWeekOf(october)))).toBe('19 Oct')
  })

  test('are dated in the same month west of Greenwich', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(createFormats('en-US').longMonth(startOfMonth(october))).toBe('October 2026')
    vi.unstubAllEnvs()
  })
})
