import * as v from 'valibot'
import { expect, test } from 'vitest'
import { subscribedPlan } from '../../contract/billing'
import { calls } from '../../contract/calls'
import { taxNumberError } from '../../contract/eu-vat'
import { methodText } from '../../contract/payment-method'
import { scheduleText } from '../../contract/report-schedule'
import { hasDay } from '../../contract/reports'
import { describeApi } from '../../server/app/openapi'

interface Schema {
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

test('every text of a request has its longest length', () => {
  const lengths = new Map<number, Set<string>>()
  const read = (name: string, { maxLength, items, properties = {}, anyOf = [] }: Schema) => {
    if (maxLength) lengths.set(maxLength, (lengths.get(maxLength) ?? new Set()).add(name))
    if (items) read(`${name}[]`, items)
    for (const [field, schema] of Object.entries(properties)) read(field, schema)
    for (const schema of anyOf) read(name, schema)
  }
  const { paths } = JSON.parse(JSON.stringify(describeApi('Orglens')))
  const requests = Object.values<object>(paths).flatMap((methods) => Object.values(methods))
  for (const { requestBody, parameters = [] } of requests) {
    read('', requestBody?.content['application/json'].schema ?? {})
    for (const { name, schema } of parameters) read(name, schema)
  }
  const names = [...lengths].map(([length, fields]) => [length, [...fields].sort().join(' ')])
  expect(Object.fromEntries(names)).toMatchObject({
    20: 'country postal_code',
    40: 'contact_number tax_id',
    60: 'name reference slug time_zone',
    100: 'city code lines[] one_time_code region transports[]',
    254: 'email',
    400: 'current_password new_password password',
    2048: 'organisation_url',
    4096: 'address_token ceremony refresh token',
  })
  expect([...lengths.keys()].filter((length) => ![200, 12_000].includes(length))).toHaveLength(8)
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
] as const)('another server’s %s needs what is specified alone', (name, list, least) => {
  const of = (row: object) =>
    v.safeParse(calls[name].response, list ? { [list]: [row] } : row).success
  expect(of(least)).toBe(true)
  for (const field of Object.keys(least))
    expect(of({ ...least, [field]: undefined }), field).toBe(false)
})

test('a plan whose payments are in a state that only a later server knows is read', () => {
  expect(v.parse(subscribedPlan, { ...plan, payment_state: 'later' }).payment_state).toBe('paid')
})

test.each([
  [{ kind: 'upi' }, 'UPI'],
  [{ kind: 'card', last_digits: '4242' }, 'Card ending in 4242'],
  [null, ''],
])('the payment method %j is called %j', (payment_method, text) => {
  expect(methodText({ payment_method })).toBe(text)
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
  [{ every: 'month', day: 1, hour: 17 }, 'every month, on the 1st at 17:00'],
  [{ every: 'month', day: 22, hour: 17 }, 'every month, on the 22nd at 17:00'],
  [{ every: 'month', day: 31, hour: 17 }, 'every month, on the last day at 17:00'],
] as const)('a report of %j comes %s', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text)
})

test.each([
  ['getAuditLog', 'most', ['1', 1000], [0, 1001, '1e9', 1.5, 'all', '']],
  ['subscribeReport', 'every', ['day'], ['hour', 'year', '']],
  ['subscribeReport', 'hour', [0, 23], [-1, 24, 1.5, '8']],
] as const)('the numbers of a request have limits: %s, %s', (name, field, good, bad) => {
  const whole = { dashboard_id: 'overview', every: 'day', day: null, hour: 8, time_zone: 'UTC' }
  const accepts = (value: unknown) =>
    v.safeParse(calls[name].request, { ...(name === 'subscribeReport' && whole), [field]: value })
      .success
  expect(good.filter(accepts)).toEqual(good)
  expect(bad.filter(accepts)).toEqual([])
})

test('a report comes on a day that each interval has', () => {
  const days = [null, 1, 7, 8, 28, 29, 30, 31]
  const ofEvery = (every: 'day' | 'week' | 'month') => days.filter((day) => hasDay({ every, day }))
  expect(ofEvery('day')).toEqual([null])
  expect(ofEvery('week')).toEqual([1, 7])
  // 31 is the last day, whichever that is.
  expect(ofEvery('month')).toEqual([1, 7, 8, 28, 31])
})
