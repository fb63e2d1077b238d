import { describe, expect, test, vi } from 'vitest'
import { generateAnalytics } from '../../standalone/sample-analytics/analytics'
import {
  lastCompleteMonth,
  lastWeekOf,
  monthOf,
  startOfMonth,
  startOfWeek,
} from '../../standalone/sample-analytics/calendar'
import { createFormats } from '../../standalone/sample-analytics/formats'
import { organisationFrom } from '../../standalone/sample-analytics/organisation'
import { themeFrom } from '../../standalone/sample-analytics/theme'

const october = monthOf(2026, 10)
const slugs = ['acme-analytics', 'northwind', 'a', '2024', 'example-organisation']

describe('the sample data', () => {
  test('is the same each time for one organisation', () => {
    expect(generateAnalytics('acme', october)).toEqual(generateAnalytics('acme', october))
  })

  test('differs between organisations, also between those with similar names', () => {
    const revenues = ['acme', 'acme-1', 'acme-2', 'acne'].map(
      (slug) => generateAnalytics(slug, october).figures.revenue.value,
    )
    expect(new Set(revenues).size).toBe(revenues.length)
  })

  test('keeps what it said about a month when the next month is over', () => {
    const before = generateAnalytics('acme', october)
    const after = generateAnalytics('acme', october + 1)
    expect(after.revenueByMonth.slice(0, -1)).toEqual(before.revenueByMonth.slice(1))
    expect(after.figures.revenue.previous).toBe(before.figures.revenue.value)
    expect(after.figures.churn.previous).toBe(before.figures.churn.value)
    expect(after.figures.customers.previous).toBe(before.figures.customers.value)
  })

  test.each(slugs)('of %s agrees with itself', (slug) => {
    const { figures, revenueByMonth, customersByWeek, revenueByChannel, topProducts } =
      generateAnalytics(slug, october)
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
    expect(revenueByMonth).toHaveLength(12)
    expect(revenueByMonth.at(-1)?.value).toBe(figures.revenue.value)
    expect(revenueByMonth.at(-2)?.value).toBe(figures.revenue.previous)
    expect(customersByWeek.at(-1)?.value).toBe(figures.customers.value)
    expect(sum(revenueByChannel.map(({ value }) => value))).toBe(figures.revenue.value)
    expect(sum(topProducts.map(({ revenue }) => revenue.value))).toBeLessThan(figures.revenue.value)
    const revenues = topProducts.map(({ revenue }) => revenue.value)
    expect(revenues).toEqual(revenues.toSorted((a, b) => b - a))
  })

  test.each([
    ['before the first month', monthOf(2020, 1)],
    ['now', october],
    ['in fifty years', monthOf(2076, 10)],
  ])('stays believable %s', (_when, month) => {
    for (const slug of slugs) {
      const { figures, revenueByMonth } = generateAnalytics(slug, month)
      expect(figures.churn.value).toBeGreaterThan(0)
      expect(figures.churn.value).toBeLessThan(0.05)
      expect(figures.netPromoterScore.value).toBeLessThanOrEqual(100)
      expect(Math.min(...revenueByMonth.map(({ value }) => value))).toBeGreaterThan(0)
      expect(figures.revenue.value).toBeLessThan(50_000_000)
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
  ])('%i ends with the week that is wholly over, from Monday %s', (month, monday) => {
    expect(startOfWeek(lastWeekOf(month)).toISOString().slice(0, 10)).toBe(monday)
  })
})

describe('the organisation', () => {
  test.each([
    ['?organisation=acme-analytics', 'acme-analytics', 'Acme Analytics'],
    ['?organisation=2024', '2024', '2024'],
    ['?organisation=ACME', 'acme', 'Acme'],
    ['', 'example-organisation', 'Example Organisation'],
    ['?organisation=', 'example-organisation', 'Example Organisation'],
    ['?organisation=%3Cimg%20src%3Dx%3E', 'example-organisation', 'Example Organisation'],
    ['?organisation=%E0%A4%A', 'example-organisation', 'Example Organisation'],
    ['?organisation=a--b', 'example-organisation', 'Example Organisation'],
  ])('in %j is %s', (search, slug, name) => {
    expect(organisationFrom(search)).toEqual({ slug, name })
  })
})

describe('the theme', () => {
  test.each([
    ['#theme=transparent', 'transparent'],
    ['#theme=night', 'night'],
    ['#theme=night&bordered=false&titled=false', 'night'],
    ['#bordered=false&theme=night', 'night'],
    ['#theme=midnight', 'transparent'],
    ['#night', 'transparent'],
    ['', 'transparent'],
  ])('of %j is %s', (fragment, theme) => {
    expect(themeFrom(fragment)).toBe(theme)
  })
})

describe('numbers', () => {
  const formats = createFormats('en-US')

  test('are short where they head a card and whole where they are read out', () => {
    expect(formats.compactMoney(482_310)).toBe('$482K')
    expect(formats.compactMoney(1_250_000)).toBe('$1.25M')
    expect(formats.money(482_310)).toBe('$482,310')
    expect(formats.precisePercent(0.018)).toBe('1.8%')
  })

  test('change with a sign, a real minus included', () => {
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

  test('that change by less than is shown have no direction', () => {
    const change = formats.relativeChange({ value: 9_999, previous: 10_000 })
    expect(change.text).toBe('0.0%')
    expect(Math.abs(change.direction)).toBe(0)
    expect(formats.relativeChange({ value: 5, previous: 0 }).direction).toBe(0)
  })

  test('and dates follow the locale', () => {
    expect(createFormats('de-DE').count(8214)).toBe('8.214')
    expect(createFormats('en-GB').shortDay(startOfWeek(lastWeekOf(october)))).toBe('19 Oct')
  })

  test('are dated in the same month west of Greenwich', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(createFormats('en-US').longMonth(startOfMonth(october))).toBe('October 2026')
    vi.unstubAllEnvs()
  })
})
