import * as v from 'valibot'
import { expect, test } from 'vitest'
import { subscribedPlan } from '../../contract/billing'
import { calls } from '../../contract/calls'
import { taxNumberError } from '../../contract/eu-vat'
import { scheduleText } from '../../contract/report-schedule'
import { hasDay } from '../../contract/reports'
import { isoDate } from '../../contract/text'
import { describeApi } from '../../server/app/openapi'

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

test('every text of a request has a longest length, but for four', () => {
  const endless: string[] = []
  const read = (name: string, schema: Schema) => {
    const { type, items, properties = {}, anyOf = [] } = schema
    const isBounded = schema.maxLength || schema.enum || schema.const !== undefined
    if (type === 'string' && !isBounded) endless.push(name)
    if (items) read(name, items)
    for (const [field, one] of Object.entries(properties)) read(`${name}.${field}`, one)
    for (const one of anyOf) read(name, one)
  }
  const { paths } = JSON.parse(JSON.stringify(describeApi('Orglens')))
  for (const [path, methods] of Object.entries<object>(paths)) {
    for (const { requestBody, parameters = [] } of Object.values(methods)) {
      read(path, requestBody?.content['application/json'].schema ?? {})
      for (const { name, schema } of parameters) read(`${path}?${name}`, schema)
    }
  }
  expect(endless.sort()).toEqual([
    '/api/audit-log/?most',
    '/api/invite-team-members/.emails',
    // One that is too long is simply wrong.
    '/api/login/.password',
    '/api/signup/?X-Invitation-Token',
  ])
})

const plan = {
  ...{ name: 'A', tag_line_for_plan: '', amount_in_usd: 29, descriptions: [] },
  ...{ interval: 'monthly', razorpay_plan_id: 'p' },
}
const person = { full_name: 'Ada', email: 'ada@acme.test' }
const period = { plan_name: 'A', status: true, upgrade_status: false, start_date: '2026-01-02' }

test.each([
  ['getSubscriptionActivity', 'data', period],
  ['getPricing', 'all_pricing', plan],
  ['login', '', { access: 'a', refresh: 'r', is_organization_admin: false }],
  ['getProfile', '', { ...person, is_subscribed: true, organization: { name: 'A', slug: 'a' } }],
  ['checkOrganisation', '', { exists: true }],
  ['openInvitation', '', { origin_name: 'Acme' }],
  ['inviteTeamMembers', '', { message: '' }],
] as const)('another server’s %s needs what is specified alone', (name, list, least) => {
  const of = (row: object) =>
    v.safeParse(calls[name].response, list ? { [list]: [row] } : row).success
  expect(of(least)).toBe(true)
  for (const field of Object.keys(least))
    expect(of({ ...least, [field]: undefined }), field).toBe(false)
})

test('a plan whose payments are in a state that only a later server knows is read; a checkout needs an id', () => {
  expect(v.parse(subscribedPlan, { ...plan, payment_state: 'later' }).payment_state).toBe('paid')
  expect(v.is(calls.createSubscription.response, { subscription_id: '' })).toBe(false)
})

test('a VAT number of each country of the European Union is one, and none with a letter more', () => {
  const numbers =
    'ATU12345678 BE0123456789 BG123456789 CY12345678X CZ12345678 DE123456789 DK12345678 EE123456789 EL123456789 ESX1234567X FI12345678 FRXX123456789 HR12345678901 HU12345678 IE1234567WA IT12345678901 LT123456789 LU12345678 LV12345678901 MT12345678 NL123456789B01 PL1234567890 PT123456789 RO12345678 SE123456789012 SI12345678 SK1234567890'.split(
      ' ',
    )
  expect(numbers).toHaveLength(27)
  for (const number of numbers) {
    const country = number.slice(0, 2).replace('EL', 'GR')
    expect(taxNumberError(country, number), number).toBeNull()
    const error = `This VAT number has a typing error after ${number.slice(0, 2)}.`
    for (const wrong of [`${number}XX`, number.slice(0, 3)])
      expect(taxNumberError(country, wrong)).toBe(error)
  }
})

test.each([
  [{ every: 'day', day: null, hour: 8 }, 'every day at 08:00'],
  [{ every: 'week', day: 7, hour: 0 }, 'every Sunday at 00:00'],
  [{ every: 'month', day: 22, hour: 17 }, 'every month, on the 22nd at 17:00'],
  [{ every: 'month', day: 31, hour: 17 }, 'every month, on the last day at 17:00'],
] as const)('a report of %j comes %s', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text)
})

test('a call reads a thousand entries of the log at most, and a report has an hour of the day', () => {
  const reads = (most: number) => v.safeParse(calls.getAuditLog.request, { most }).success
  expect([1, 1000, 0, 1001].map(reads)).toEqual([true, true, false, false])
  const schedule = { dashboard_id: 'overview', every: 'day', day: null, time_zone: 'UTC' }
  const comes = (hour: number) =>
    v.safeParse(calls.subscribeReport.request, { ...schedule, hour }).success
  expect([0, 23, -1, 24, 1.5].map(comes)).toEqual([true, true, false, false, false])
})

test('a date of another server is one in ISO 8601', () => {
  const texts = ['2026-01-02', '2026-01-02T03:04:05Z', '12', 'Jan 2, 2026', '2026-13-02']
  expect(texts.map((text) => v.is(isoDate, text))).toEqual([true, true, false, false, false])
})

test('a report comes on a day that each interval has', () => {
  const days = [null, 1, 7, 8, 28, 29, 30, 31]
  const ofEvery = (every: 'day' | 'week' | 'month') => days.filter((day) => hasDay({ every, day }))
  expect(ofEvery('day')).toEqual([null])
  expect(ofEvery('week')).toEqual([1, 7])
  // 31 is the last day, whichever that is.
  expect(ofEvery('month')).toEqual([1, 7, 8, 28, 31])
})
