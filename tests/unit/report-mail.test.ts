import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FigureColumn, Figures } from '../../server/api/dashboards'
import { createNumbers, localeOf } from '../../server/reports/numbers'
import { type ReportParts, reportMail } from '../../server/reports/report-mail'
import { numRuns } from '../support/property-runs'

const dollars = { format: 'currency', currency: 'USD' } as const
const number = { format: 'number', currency: null } as const
const textColumn = (name: string): FigureColumn => ({ name, format: 'text', currency: null })

const figures: Figures = {
  figures: [
    { name: 'Revenue', value: 370_848, ...dollars },
    { name: 'Churn', value: 1.4, format: 'percent', currency: null },
    { name: 'NPS', value: 45, ...number },
  ],
  tables: [
    {
      name: 'Revenue by channel',
      columns: [textColumn('Channel'), { name: 'Revenue', ...dollars }],
      rows: [
        ['Online shop', 144_824],
        ['Partners', null],
      ],
    },
  ],
  failed: [],
}

function mailOf(change: Partial<ReportParts> = {}) {
  return reportMail({
    productName: 'Orglens',
    title: 'Acme Analytics Overview',
    figures,
    before: null,
    locale: 'en-IN',
    timeZone: 'Asia/Kolkata',
    now: new Date('2026-11-01T20:30:00Z'),
    link: 'https://app.test/dashboard/main?dashboard=overview',
    subscription: {
      when: 'every Monday at 08:00',
      changeLink: 'https://app.test/dashboard/profile',
      stopLink: 'https://app.test/stop-report/token',
    },
    ...change,
  })
}

const table = (name: string, rows: number, cell = 'cell') => ({
  name,
  columns: [textColumn('Name'), { name: 'Count', ...number }],
  rows: Array.from({ length: rows }, (_, index) => [`${cell} ${index}`, index] as const),
})

test('a report’s mail reads as a letter: figures with their change, tables, links, why it comes', () => {
  const before = {
    figures: [
      { name: 'NPS', value: 43 },
      { name: 'Revenue', value: 371_219 },
      { name: 'Churn', value: 1.2 },
    ],
    at: new Date('2026-10-26T02:30:00Z'),
  }
  const { subject, html } = mailOf()
  expect(subject).toBe('Acme Analytics Overview, 2 November 2026')
  // Numbers stand below each other.
  expect(html).toMatch(/right;[^>]*>Revenue<.*right;[^>]*>\$1,44,824</s)
  expect(html).not.toContain('rule stack"')
  expect(mailOf({ before, locale: 'en-GB' }).text).toBe(`Acme Analytics Overview

Monday, 2 November 2026, compared with 26 October

Revenue: US$370,848 (−0.1%)
Churn: 1.4% (+0.2 pt)
NPS: 45 (+2)

Revenue by channel
  Online shop: Revenue US$144,824
  Partners: Revenue –

Open the dashboard:
https://app.test/dashboard/main?dashboard=overview

Attached, with all rows: Revenue by channel.csv

You asked for this email, every Monday at 08:00 India time. Only you get it.

Change it:
https://app.test/dashboard/profile

Stop these emails:
https://app.test/stop-report/token

Orglens
`)
})

test('a report’s mail says that there are no figures, names the year before, and UTC', () => {
  const nothing = { figures: [], tables: [], failed: [] }
  const before = { figures: [], at: new Date('2025-12-29T02:30:00Z') }
  const { text } = mailOf({ figures: nothing, before, timeZone: 'UTC' })
  expect(text).toContain('Sunday, 1 November 2026, compared with 29 December 2025\n')
  expect(text).toContain('The dashboard had no figures this time.')
  expect(text).toContain('every Monday at 08:00 UTC. Only you get it.')
})

test('a figure beyond 2^53 is in a report’s mail to the digit', () => {
  const large = { name: 'Large', value: 2 ** 60, digits: '1152921504606846977', ...number }
  const { text, html } = mailOf({ figures: { ...figures, figures: [large] }, locale: 'en-GB' })
  expect(html).toContain('rule stack"')
  expect(text).toContain('Large: 1,152,921,504,606,846,977\n')
})

test('values in a report’s mail are data: markup, formulas and line breaks stay text', () => {
  const bad = '<img src=x onerror=alert(1)>'
  const rows = [
    ['=HYPERLINK("http://evil.test")', 'one\r\ntwo'],
    [bad, 'evil.example at 08:00'],
    ['08:00', 'evil\uff0eexample'],
  ]
  const columns = [textColumn(bad), textColumn('B')]
  const { html, text, files } = mailOf({
    title: `Acme ${bad}`,
    figures: {
      figures: [{ name: bad, value: 1, ...number }],
      tables: [{ name: `${bad}/../x`, columns, rows }],
      failed: [{ name: bad, reason: 'It took too long.' }],
    },
  })
  expect(html).not.toContain('<img')
  expect(text).toContain('one two')
  for (const part of [text, html]) expect(part).not.toMatch(/evil[.\uff0e](test|example)/)
  expect(text).toContain('08:00: B evil example')
  expect(html).toContain('evil<wbr>.<wbr>example at 08:00')
  const [file] = files
  expect(file?.name).not.toMatch(/[/<>]/)
  expect(file?.text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
})

test('a report’s mail names a card that failed, and what is too large to attach', () => {
  const failed = Array.from({ length: 12 }, (_, index) => ({
    name: `Sessions ${index + 1}`,
    reason: 'It took too long.',
  }))
  const half = (name: string) => table(name, 20_000, 'a long text in every cell')
  const large = table('Large', 100_000, 'a long text in every cell')
  const tables = [large, half('Half'), half('More'), table('Small', 3)]
  const { html, text, files } = mailOf({ figures: { figures: [], tables, failed } })
  expect(text).toContain('‘Sessions 10’ couldn’t be read this time. It took too long.')
  expect(text).not.toContain('Sessions 11')
  expect(text).toContain('2 more cards couldn’t be read this time.')
  expect(text).toContain('‘Large’ is too large to attach: open the dashboard to see it all.')
  // A megabyte in all.
  expect(files.map(({ name }) => name)).toEqual(['Half.csv', 'Small.csv'])
  expect(html).toContain('and 99,980 more</p>')
})

test('a report’s mail has fewer rows and columns of tables than its files, whose names differ', () => {
  const columns = Array.from({ length: 9 }, (_, index) => textColumn(`Column ${index}`))
  const wide = { name: 'Wide', columns, rows: Array(25).fill(columns.map(() => 'x')) }
  const tables = [table('Same', 40), table('same', 40), wide]
  const { html, files } = mailOf({ figures: { ...figures, tables } })
  expect(html).toContain('and 20 more, attached')
  expect(html).toContain('and 5 more rows and 3 more columns, attached')
  expect(html).not.toContain('Column 6')
  expect(files.map(({ name }) => name)).toEqual(['Same.csv', 'same (2).csv', 'Wide.csv'])
  expect(files[0]?.text.split('\r\n')).toHaveLength(42)
})

test('a report’s mail has less than 100 kB of HTML with its links, and 1 MB of files, whatever the dashboard has', () => {
  const cell = fc.oneof(fc.string({ maxLength: 1_000 }), fc.integer(), fc.constant(null))
  const name = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.constantFrom('.', '"', 'a.', '表').map((character) => character.repeat(200)),
  )
  const columns = fc
    .array(name, { minLength: 3, maxLength: 9 })
    .map(([first = '', ...others]) => [{ name: first, ...number }, ...others.map(textColumn)])
  const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 40, size: 'max' })
  const anyTable = fc.record({ name, columns, rows })
  const anyFigure = name.map((name) => ({ name, value: 1_234, ...number }))
  const anyFailed = name.map((name) => ({ name, reason: 'This mail shows 20 cards at most.' }))
  fc.assert(
    fc.property(
      fc.array(anyTable, { maxLength: 20, size: 'max' }),
      fc.array(anyFigure, { maxLength: 20 }),
      fc.array(anyFailed, { maxLength: 200, size: 'max' }),
      (tables, figures, failed) => {
        const { html, files } = mailOf({ figures: { figures, tables, failed } })
        expect(Buffer.byteLength(html)).toBeLessThan(100_000)
        expect(html).toContain('https://app.test/dashboard/main?dashboard=overview')
        expect(html).toContain('https://app.test/stop-report/token')
        const size = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
        expect(size).toBeLessThanOrEqual(1_000_000)
      },
    ),
    { numRuns: numRuns(60, 10) },
  )
})

const { value, change } = createNumbers('en-GB')
const percent = { format: 'percent', currency: null } as const

test.each([
  [value(1_234.56, dollars), 'US$1,235'],
  [value(12.5, dollars), 'US$12.50'],
  [value(-0.004, number), '0'],
  [value('12345678901234567890.5', dollars), 'US$12,345,678,901,234,567,891'],
  [createNumbers('de-DE').value(1_234.5, { ...dollars, currency: 'EUR' }), '1.235 €'],
  [change(99, 45, number), '+54'],
  [change(100, 80, number), '+25.0%'],
  [change(-50, -100, number), '+50.0%'],
  [change(1_000, 0, number), '+1,000'],
  [change(1.2, 1.4, percent), '−0.2 pt'],
  [localeOf('de-AT,en;q=0.5'), 'de-AT'],
  [localeOf('*,fr'), 'en-GB'],
  [localeOf('xx-unknown-language'), 'en-GB'],
])('a number in a report, and its locale: %s', (written, expected) => {
  expect(written.replaceAll('\u00a0', ' ')).toBe(expected)
})
