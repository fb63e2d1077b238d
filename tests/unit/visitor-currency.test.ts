import { afterEach, expect, test, vi } from 'vitest'
import { lookUpCurrency } from '../../src/billing/pricing/visitor-currency'

const service = 'https://geolocation.test/json/'
const { signal } = new AbortController()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['IN', 'INR'],
  ['India', 'USD'],
])('the currency in the country %j is %s, and the service gets no cookies', async (...row) => {
  const [country, currency] = row
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ country }))
  vi.stubGlobal('fetch', fetched)
  expect(await lookUpCurrency(service, signal)).toBe(currency)
  expect(fetched.mock.calls).toMatchObject([[service, { credentials: 'omit' }]])
  expect(fetched.mock.calls[0]?.[1]?.headers).toBeUndefined()
})

test.each([
  ['no network', () => Promise.reject(new TypeError('no network'))],
  ['a refusal', () => Response.json({ country: 'IN' }, { status: 429 })],
  ['no JSON', () => new Response('<!doctype html>')],
])('after %s the currency is USD, and that is logged', async (_, answer) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => answer())
  expect(await lookUpCurrency(service, signal)).toBe('USD')
  expect(log.mock.calls).toEqual([['Currency lookup failed', expect.anything()]])
})
