// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest'
import { generateAnalytics } from '../../contract/sample-analytics/analytics'
import { lastCompleteMonth } from '../../contract/sample-analytics/calendar'
import { kinds } from '../../contract/sample-analytics/kinds'
import type { Figure, FigureColumn } from '../../server/api/dashboards'
import { createSampleDashboards } from '../../server/dashboards/providers/sample'
import { createFormats } from '../../standalone/sample-analytics/formats'
import { renderCards } from '../../standalone/sample-analytics/page'

const now = new Date('2026-11-02T02:30:00Z')
const formats = createFormats('en-US')
const dashboards = createSampleDashboards(['a secret that is long enough for this test'])

async function figuresOf(slug: string, id: string, at = now) {
  const organisation = { id: '1', name: 'Acme', slug, createdAt: now }
  const figures = await dashboards.figuresFor?.(organisation, id, at)
  if (!figures) throw new Error('The sample has no figures')
  return figures
}

const texts = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent)

/** What the page draws for an organisation. */
function drawn(slug: string, id: string) {
  const kind = kinds[id]
  if (!kind) throw new Error(`There is no kind ${id}`)
  const { all } = renderCards(kind, generateAnalytics(kind, slug, lastCompleteMonth(now)), formats)
  const page = document.createElement('main')
  page.append(...all)
  return {
    figures: [...page.querySelectorAll('.key-figure')].map((one) => [
      one.querySelector('dt')?.textContent,
      one.querySelector('.value')?.textContent,
    ]),
    titles: [...texts(page, '.parts h2'), ...texts(page, '.rows h2')],
    parts: [...page.querySelectorAll('.part-bars li')].map((one) => [
      one.querySelector('.part-name')?.textContent,
      one.querySelector('.part-value')?.textContent,
      one.querySelector('.part-share')?.textContent,
    ]),
    headings: texts(page, '.rows thead th').slice(0, 3),
    rows: [...page.querySelectorAll('.rows tbody tr')].map((one) =>
      texts(one, 'th, td').slice(0, 3),
    ),
  }
}

/** As the page writes a key figure. */
function written({ name, value, format }: Figure) {
  const label = name.replace(/ \(hours\)$/, '')
  if (format === 'currency') return [label, formats.compactMoney(value)]
  if (format === 'percent') return [label, formats.precisePercent(value / 100)]
  return [label, label === name ? formats.count(value) : formats.units.hours.short(value)]
}

/** As the page writes the amounts of a month: in short among its parts, in full in its table. */
function amount({ format }: FigureColumn, value: unknown, length: 'short' | 'long') {
  return formats.units[format === 'currency' ? 'money' : 'count'][length](Number(value))
}

const every = dashboards.all.map(({ id }) => id)

describe.each(every)('the figures of %s', (id) => {
  test.each(['acme-analytics', 'northwind', 'a', '2024'])('for %s are the page’s', async (slug) => {
    const { figures, tables, failed } = await figuresOf(slug, id)
    const page = drawn(slug, id)
    expect(figures.map(written)).toEqual(page.figures)
    expect(failed).toEqual([])
    expect(tables.map(({ name }) => name)).toEqual(page.titles)
    const [parts, rows] = tables
    if (!parts?.columns[1] || !rows?.columns[1]) throw new Error('A table is missing')
    const [amounts, amountsOfRows] = [parts.columns[1], rows.columns[1]]
    expect(
      parts.rows.map(([name, value, share]) => [
        name,
        amount(amounts, value, 'short'),
        formats.percent(Number(share) / 100),
      ]),
    ).toEqual(page.parts)
    // The page has the amounts behind the counts.
    expect(
      rows.rows.map(([name, value, count]) => [
        name,
        formats.count(Number(count)),
        amount(amountsOfRows, value, 'long'),
      ]),
    ).toEqual(page.rows)
    const [first, second, third] = rows.columns.map(({ name }) => name)
    expect([first, third, second]).toEqual(page.headings)
  })
})

test('an overview has four key figures, the channels and the products', async () => {
  const { figures, tables } = await figuresOf('acme-analytics', 'overview')
  expect(figures.map(({ name, format, currency }) => [name, format, currency])).toEqual([
    ['Revenue', 'currency', 'USD'],
    ['Active customers', 'number', null],
    ['Churn', 'percent', null],
    ['NPS', 'number', null],
  ])
  const columns = tables.map(({ name, columns }) => [name, columns.map((one) => one.name)])
  expect(columns).toEqual([
    ['Revenue by channel', ['Channel', 'Revenue', 'Share']],
    ['Top products', ['Product', 'Revenue', 'Orders']],
  ])
  // October's, as a mail of 2 November shows them.
  expect(figures.map(({ value }) => value)).toEqual([370_848, 8_269, 1.4, 45])
  expect(tables[0]?.rows[0]).toEqual(['Online shop', 144_824, 39])
  expect(tables[1]?.rows[0]).toEqual(['Essentials suite', 79_565, 751])
})

test('hours say so, because a figure has no unit', async () => {
  const { figures } = await figuresOf('acme-analytics', 'support')
  expect(figures.map(({ name }) => name)).toEqual([
    'Tickets',
    'First reply (hours)',
    'Solved first time',
    'Satisfied',
  ])
})

test('the figures change with the month, as the page’s do', async () => {
  const last = await figuresOf('acme', 'sales', new Date('2026-10-31T23:59:59Z'))
  const first = await figuresOf('acme', 'sales', new Date('2026-11-01T00:00:00Z'))
  const later = await figuresOf('acme', 'sales', new Date('2026-11-30T12:00:00Z'))
  expect(first).not.toEqual(last)
  expect(later).toEqual(first)
})

test('two organisations have different figures', async () => {
  expect(await figuresOf('acme', 'sales')).not.toEqual(await figuresOf('acne', 'sales'))
})

test('there are none of a dashboard that there is not', async () => {
  await expect(figuresOf('acme', 'x')).rejects.toThrow('There is no dashboard x')
})
