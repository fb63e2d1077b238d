// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Comparison, generateAnalytics } from '../../standalone/sample-analytics/analytics'
import { monthOf } from '../../standalone/sample-analytics/calendar'
import { labelledPlaces } from '../../standalone/sample-analytics/chart'
import { createFormats } from '../../standalone/sample-analytics/formats'
import { type Kind, kinds } from '../../standalone/sample-analytics/kinds'
import { renderCards, renderHeader, renderRefusal } from '../../standalone/sample-analytics/page'
import { followTheme } from '../../standalone/sample-analytics/theme'

const formats = createFormats('en-US')
const overview = kinds.overview as Kind
const analytics = generateAnalytics(overview, 'acme-analytics', monthOf(2026, 10))

/** @param changes figures by their label. */
function show(name = 'Acme Analytics', changes: Record<string, Comparison> = {}) {
  const figures = analytics.figures.map((figure) => ({
    ...figure,
    comparison: changes[figure.label] ?? figure.comparison,
  }))
  const onFilter = vi.fn()
  const header = renderHeader(name, overview, formats.longMonth(analytics.month), onFilter)
  const { all, months } = renderCards(overview, { ...analytics, figures }, formats)
  document.body.replaceChildren(header, ...all)
  return { months, onFilter }
}

/** The key figure of that name: its value, and the text and class of its change. */
function keyFigure(label: string) {
  const card = [...document.querySelectorAll('.key-figure')].find(
    (card) => card.querySelector('dt')?.textContent === label,
  )
  const change = card?.querySelector('.change')
  return [card?.querySelector('.value')?.textContent, change?.textContent, change?.className]
}

describe('the page', () => {
  test("names the organisation and is marked 'Sample data', with a line of explanation", () => {
    show()
    expect(document.querySelector('h1')?.textContent).toBe('Acme Analytics')
    expect(document.querySelector('.badge')?.textContent).toBe('Sample data')
    expect(document.querySelector('.explanation')?.textContent).toMatch(/October 2026.*Invented/)
  })

  test('shows markup in a name as text', () => {
    show('<img src=x>')
    expect(document.querySelector('h1')?.textContent).toBe('<img src=x>')
    expect(document.querySelector('img')).toBeNull()
  })

  test('shows each key figure with its change, coloured by what the change means', () => {
    show('Acme', {
      Revenue: { value: 482_310, previous: 429_102 },
      'Active customers': { value: 8214, previous: 8300 },
      Churn: { value: 0.022, previous: 0.018 },
      NPS: { value: 61, previous: 61 },
    })
    expect(keyFigure('Revenue')).toEqual(['$482K', '+12.4% (better)', 'change ok'])
    expect(keyFigure('Active customers')).toEqual(['8,214', '−1.0% (worse)', 'change bad'])
    expect(keyFigure('Churn')).toEqual(['2.2%', '+0.4 pt (worse)', 'change bad'])
    expect(keyFigure('NPS')).toEqual(['61', '0', 'change'])
  })

  test('calls falling churn better', () => {
    show('Acme', { Churn: { value: 0.018, previous: 0.022 } })
    expect(keyFigure('Churn')).toEqual(['1.8%', '−0.4 pt (better)', 'change ok'])
  })

  test('describes each chart in words and in a table', () => {
    const { months } = show()
    const first = formats.money(analytics.months[0]?.value ?? 0)
    const last = formats.money(analytics.months.at(-1)?.value ?? 0)
    expect(months.plot.getAttribute('role')).toBe('img')
    expect(months.plot.getAttribute('aria-label')).toBe(
      `Bar chart of revenue: from ${first} (Nov 2025) to ${last} (Oct 2026).`,
    )
    expect(document.querySelectorAll('.months tbody tr')).toHaveLength(12)
    expect(document.querySelectorAll('.weeks tbody tr')).toHaveLength(26)
    expect(months.figure.querySelector('tbody tr:last-child')?.textContent).toBe(`Oct 2026${last}`)
  })

  test('reads out the last point of a chart until another one is selected', () => {
    const { months } = show()
    const readOut = () => months.figure.querySelector('.read-out')?.textContent
    const revenueOf = (index: number) => formats.money(analytics.months.at(index)?.value ?? 0)
    expect(readOut()).toBe(`Oct 2026 ${revenueOf(-1)}`)
    months.readOut(0)
    expect(readOut()).toBe(`Nov 2025 ${revenueOf(0)}`)
    months.readOut(null)
    expect(readOut()).toBe(`Oct 2026 ${revenueOf(-1)}`)
  })

  test('draws the largest channel as the longest bar', () => {
    show()
    const widths = [...document.querySelectorAll<HTMLElement>('.bar-filled')].map((bar) =>
      Number.parseFloat(bar.style.width),
    )
    expect(widths[0]).toBe(100)
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  })

  test('heads every column and row of the table of products', () => {
    show()
    const text = (selector: string) =>
      [...document.querySelectorAll(selector)].map((cell) => cell.textContent)
    expect(text('.rows thead th[scope=col]')).toEqual(['Product', 'Orders', 'Revenue', 'vs Sep'])
    expect(text('.rows tbody th[scope=row]')).toEqual(analytics.rows.map(({ name }) => name))
  })
})

describe('the filter', () => {
  test('names its field, and announces the selection', () => {
    const { onFilter } = show()
    const filter = document.querySelector('select')
    if (!filter) throw new Error('There is no filter')
    expect(filter.closest('label')?.textContent).toMatch(/^Region/)
    expect([...filter.options].map(({ text }) => text)).toEqual([
      'All regions',
      ...overview.filter.options,
    ])
    for (const [value, told] of [
      ['Europe', 'Europe'],
      ['', null],
    ] as const) {
      filter.value = value
      filter.dispatchEvent(new Event('change'))
      expect(onFilter).toHaveBeenLastCalledWith(told)
    }
  })

  test('explains an empty result', () => {
    document.body.replaceChildren(renderRefusal('This link has expired.'))
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'There is no data to show. This link has expired.',
    )
  })
})

describe('the theme', () => {
  const root = document.documentElement

  beforeEach(() => {
    root.className = ''
    history.replaceState(null, '', '#')
  })

  test("is the fragment's from the start", () => {
    history.replaceState(null, '', '#theme=night')
    followTheme(vi.fn())
    expect(root.classList.contains('dark')).toBe(true)
  })

  test('changes with the fragment alone, and redraws the charts', () => {
    const seen: boolean[] = []
    followTheme(() => seen.push(root.classList.contains('dark')))
    expect(seen).toEqual([])
    history.replaceState(null, '', '#theme=night')
    dispatchEvent(new Event('hashchange'))
    history.replaceState(null, '', '#theme=transparent')
    dispatchEvent(new Event('hashchange'))
    expect(seen).toEqual([true, false])
  })
})

describe('the labels below a chart', () => {
  test.each([
    ['name every point if there is room', 4, 400, [0, 1, 2, 3]],
    ['are evenly spaced, to the last point, if there is not', 12, 260, [1, 3, 5, 7, 9, 11]],
    ['are farther apart if there is less', 12, 100, [1, 6, 11]],
    ['are reduced to one while the chart has no width', 12, 0, [11]],
  ])('%s', (_, points, width, places) => {
    expect(labelledPlaces(points, width, 40)).toEqual(places)
  })
})
