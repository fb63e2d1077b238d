import { describe, expect, test, vi } from 'vitest'
import { createSiteZone } from '../../contract/site-day'
import { paymentFailedMail, planEndedMail, planEndsMail } from '../../server/billing/mails'
import { receiptMail } from '../../server/billing/receipts/receipt-mail'
import { auditCsv } from '../../src/audit/audit-columns'
import { activityCsv } from '../../src/billing/activity/activity-columns'
import { formatDay, withZoneNote } from '../../src/billing/days'
import { receiptCsv } from '../../src/billing/receipts/receipt-columns'
import { receiptExample } from '../support/examples'
import { withSettings } from '../support/with-settings'

/** Days of money are days of the site's zone, whatever the reader's is. tests/screens/days-of-money.test.tsx has the screens. */

/** Each a site's zone, the days that two instants have there, and the last day before the second. */
const sites = [
  ['UTC', '2027-02-28', '2027-03-28', '2027-03-27'],
  ['Asia/Kolkata', '2027-03-01', '2027-03-28', '2027-03-27'],
  ['America/Los_Angeles', '2027-02-28', '2027-03-27', '2027-03-26'],
] as const
const start = '2027-02-28T20:30:00.000Z'
const end = '2027-03-28T03:30:00.000Z'

const format = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

describe.each(sites)('of a site in %s', (timeZone, first, last, before) => {
  test.each(['Asia/Kolkata', 'Pacific/Kiritimati'])('a reader in %s gets these days', (zone) => {
    vi.stubEnv('TZ', zone)
    withSettings({ timeZone })
    expect(formatDay(end, true)).toContain(new Date(last).toLocaleDateString(undefined, format))
    const file = (texts: object, of: object) =>
      Object.values(texts).map((text: (given: object) => string) => text(of))
    const receipt = receiptExample({ taken_at: start, period_start: start, period_end: end })
    // Date, plan, and the period's first and last day.
    const cells = [first, receipt.plan_name, first, before]
    expect(file(receiptCsv, receipt).slice(0, 4)).toEqual(cells)
    const row = { plan_name: 'Growth', interval: 'yearly', start_date: start, end_date: end }
    for (const text of ['Growth (yearly)', first, last])
      expect(file(activityCsv, row)).toContain(text)
    const entry = { at: start, actor: { kind: 'provider' }, action: 'payment-taken', details: {} }
    expect(file(auditCsv, entry)).toEqual(expect.arrayContaining([start, first]))
  })

  const to = {
    ...{ productName: 'Orglens', fullName: 'Ada', link: '/', timeZone },
    ...{ planName: 'Growth', price: '$99', method: null },
  }
  const [began, ends] = [new Date(start), new Date(end)]
  const failed = paymentFailedMail({ ...to, at: began, tries: [ends], haltedPlanDays: 14 })
  const stopped = { kind: 'stopped', keptUntil: began, deletedAt: null } as const
  const halted = { kind: 'halted', failedAt: began, nextChargeAt: null } as const
  const paid = { paidAt: began, periodStart: began, periodEnd: ends, amount: 9900, currency: 'USD' }

  test.each([
    ['a failed payment', failed, [first, last]],
    ['a stopped plan', planEndsMail({ ...to, endsAt: ends, why: stopped }), [first, last]],
    ['a halted plan', planEndsMail({ ...to, endsAt: ends, why: halted }), [first, last]],
    ['an end', planEndedMail({ ...to, endedAt: ends, deletedAt: null }), [last]],
    ['a receipt', receiptMail({ invoiceNumber: null, ...to, ...paid }), [first, before]],
  ])('a mail about %s has its days, and names the zone', (_what, mail, days) => {
    for (const day of days)
      expect(mail.text).toContain(new Date(day).toLocaleDateString('en-GB', format))
    const note = `Dates are in ${createSiteZone(timeZone).name}.`
    for (const part of [mail.text, mail.html]) expect(part).toContain(note)
  })
})

test.each([
  ['UTC', 'UTC'],
  ['Asia/Kolkata', 'India Standard Time'],
  ['Etc/GMT+5', 'GMT-05:00'],
])('the zone %s is called %s', (timeZone, name) => {
  expect(createSiteZone(timeZone).name).toBe(name)
})

test('the zone is named where the day is another one for the reader', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(formatDay(start, true)).toBe('February 28, 2027 (UTC)')
  expect(formatDay(end, true)).toBe('March 28, 2027')
  expect(withZoneNote('Every plan')).toBe('Every plan. Dates are in UTC.')
  withSettings({ timeZone: 'Asia/Calcutta' })
  expect(withZoneNote('Every plan')).toBe('Every plan')
})

test.each([
  ['2026-03-30T00:30:00+02:00', '2026-03-29'],
  ['2026-10-26T00:30:00+01:00', '2026-10-25'],
])('where a day has 23 or 25 hours, the last day before %s is %s', (end, last) => {
  const { lastDayBefore } = createSiteZone('Europe/Berlin')
  expect(lastDayBefore(new Date(end)).toISOString().slice(0, 10)).toBe(last)
})
