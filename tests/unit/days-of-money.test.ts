import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSiteZone } from '../../contract/site-day'
import { paymentFailedMail, planEndedMail, planEndsMail } from '../../server/billing/mails'
import { receiptMail } from '../../server/billing/receipts/receipt-mail'
import { auditCsv } from '../../src/audit/audit-columns'
import { activityColumns, activityCsv } from '../../src/billing/activity/activity-columns'
import { formatDay, formatDays, withZoneNote } from '../../src/billing/days'
import { receiptColumns, receiptCsv } from '../../src/billing/receipts/receipt-columns'
import { periodText } from '../../src/billing/receipts/receipt-text'
import type { Columns } from '../../src/ui/table/columns'
import { receiptExample } from '../support/examples'
import { withSettings } from '../support/with-settings'

/** Days of money are days of the site's zone, whatever the reader's is. */

/** Each a site's zone, the days that two instants have there, and the last day before the second. */
const sites = [
  ['UTC', '2027-02-28', '2027-03-28', '2027-03-27'],
  ['Asia/Kolkata', '2027-03-01', '2027-03-28', '2027-03-27'],
  ['America/Los_Angeles', '2027-02-28', '2027-03-27', '2027-03-26'],
  ['Pacific/Kiritimati', '2027-03-01', '2027-03-28', '2027-03-27'],
] as const
const readers = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati']
const start = '2027-02-28T20:30:00.000Z'
const end = '2027-03-28T03:30:00.000Z'

const receipt = receiptExample({ taken_at: start, period_start: start, period_end: end })
const row = {
  plan_name: 'Growth',
  interval: 'yearly' as const,
  status: false,
  upgrade_status: false,
  start_date: start,
  end_date: end,
}
const entry = {
  entry_id: '1',
  at: start,
  actor: { kind: 'provider' },
  action: 'payment-taken',
  subject: null,
  details: {},
  network: null,
} as const

function readIn(zone: string): void {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const cellText = <Row extends object>(columns: Columns<Row>, column: string, row: Row) =>
  columns.find(({ id }) => id === column)?.meta?.text?.(row)

const inShort = { day: 'numeric', month: 'short', year: 'numeric' } as const
const textOf = (day: string, month: 'short' | 'long', locale?: string) =>
  new Date(day).toLocaleDateString(locale, { ...inShort, month, timeZone: 'UTC' })

describe.each(readers)('a reader in %s', (reader) => {
  test.each(sites)('sees the days of a site in %s on screens', (timeZone, first, last, before) => {
    readIn(reader)
    withSettings({ timeZone })
    expect(formatDay(start, true)).toContain(textOf(first, 'long'))
    expect(formatDay(end, true)).toContain(textOf(last, 'long'))
    expect(cellText(activityColumns, 'start_date', row)).toBe(textOf(first, 'short'))
    expect(cellText(activityColumns, 'end_date', row)).toBe(textOf(last, 'short'))
    expect(cellText(receiptColumns, 'date', receipt)).toBe(textOf(first, 'short'))
    const range = new Intl.DateTimeFormat('en-GB', { ...inShort, timeZone: 'UTC' })
    const plain = (text: string) => text.replace(/\s/gu, ' ')
    expect(plain(periodText(receipt, { language: 'en-GB' }))).toBe(
      plain(range.formatRange(new Date(first), new Date(before))),
    )
  })

  test.each(sites)('gets the days of a site in %s in files', (timeZone, first, last, before) => {
    readIn(reader)
    withSettings({ timeZone })
    const file = (texts: object, of: object) =>
      Object.values(texts).map((text: (given: object) => string) => text(of))
    // Date, plan, and the period's first and last day.
    expect(file(receiptCsv, receipt).slice(0, 4)).toEqual([first, receipt.plan_name, first, before])
    expect(file(activityCsv, row)).toEqual(expect.arrayContaining(['Growth (yearly)', first, last]))
    expect(file(auditCsv, entry)).toEqual(expect.arrayContaining([start, first]))
  })
})

describe.each(sites)('a mail of a site in %s', (timeZone, first, last, before) => {
  const person = { productName: 'Orglens', fullName: 'Ada', link: '/', timeZone }
  const to = { ...person, planName: 'Growth', price: '$99', method: null }
  const [began, ends] = [new Date(start), new Date(end)]
  const note = `Dates are in ${createSiteZone(timeZone).name}.`

  const failed = paymentFailedMail({ ...to, at: began, tries: [ends], haltedPlanDays: 14 })
  const stopped = { kind: 'stopped', keptUntil: began, deletedAt: null } as const
  const halted = { kind: 'halted', failedAt: began, nextChargeAt: null } as const
  const period = { paidAt: began, periodStart: began, periodEnd: ends }
  const paid = { ...period, amount: 9900, currency: 'USD' }

  test.each([
    ['a failed payment', failed, [first, last]],
    ['a stopped plan', planEndsMail({ ...to, endsAt: ends, why: stopped }), [first, last]],
    ['a halted plan', planEndsMail({ ...to, endsAt: ends, why: halted }), [first, last]],
    ['an end', planEndedMail({ ...to, endedAt: ends, deletedAt: null }), [last]],
    ['a receipt', receiptMail({ invoiceNumber: null, ...to, ...paid }), [first, before]],
  ])('about %s has its days, and names the zone', (_what, mail, days) => {
    for (const day of days) expect(mail.text).toContain(textOf(day, 'long', 'en-GB'))
    expect(mail.text).toContain(note)
    expect(mail.html).toContain(note)
  })
})

test('a period names both years where they differ', () => {
  withSettings({ timeZone: 'UTC' })
  const [from, until] = ['2026-12-14T12:00:00Z', '2027-01-14T12:00:00Z']
  expect(formatDays(from, until)).toBe('December 14, 2026 to January 13, 2027')
})

describe('the zone', () => {
  test.each([
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'India Standard Time'],
    ['Etc/GMT+5', 'GMT-05:00'],
    // A browser may be older than a name.
    ['Moon/Base', 'UTC'],
  ])('%s is called %s', (timeZone, name) => {
    expect(createSiteZone(timeZone).name).toBe(name)
  })

  test('is named where the day is another one for the reader', () => {
    readIn('Asia/Kolkata')
    expect(formatDay(start, true)).toBe('February 28, 2027 (UTC)')
    expect(formatDay(end, true)).toBe('March 28, 2027')
    expect(withZoneNote('Every plan')).toBe('Every plan. Dates are in UTC.')
    withSettings({ timeZone: 'Asia/Calcutta' })
    expect(withZoneNote('Every plan')).toBe('Every plan')
  })

  test('has the last day of a period where a day has 23 or 25 hours', () => {
    const { lastDayBefore } = createSiteZone('Europe/Berlin')
    for (const [end, last] of [
      ['2026-03-29T23:30:00+02:00', '2026-03-28'],
      ['2026-03-30T00:30:00+02:00', '2026-03-29'],
      ['2026-10-26T00:30:00+01:00', '2026-10-25'],
    ] as const) {
      expect(lastDayBefore(new Date(end)).toISOString().slice(0, 10)).toBe(last)
    }
  })
})
