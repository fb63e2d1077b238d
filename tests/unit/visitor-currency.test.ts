import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lookUpCurrency } from '../../src/billing/pricing/visitor-currency'

const service = 'https://geolocation.test/json/'
const { signal } = new AbortController()

function answering(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn<typeof fetch>(async () => await answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

beforeEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the visitor’s currency', () => {
  test.each([
    ['IN', 'INR'],
    ['in', 'INR'],
    ['US', 'USD'],
    ['GB', 'USD'],
    ['India', 'USD'],
    ['', 'USD'],
  ])('in the country %j is %s', async (country, currency) => {
    answering(() => Response.json({ country, region: 'somewhere' }))
    expect(await lookUpCurrency(service, signal)).toBe(currency)
  })

  test.each([
    ['no network', () => Promise.reject(new TypeError('no network'))],
    ['a refusal', () => Response.json({ country: 'IN' }, { status: 429 })],
    ['no JSON', () => new Response('<!doctype html>')],
    ['no country', () => Response.json({ error: true })],
    ['null', () => Response.json(null)],
  ])('after %s is USD, and that is logged', async (_, answer) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    answering(answer)
    expect(await lookUpCurrency(service, signal)).toBe('USD')
    expect(log.mock.calls).toEqual([['Currency lookup failed', expect.anything()]])
  })
})

test('the geolocation service gets neither a bearer token nor cookies', async () => {
  const fetched = answering(() => Response.json({ country: 'IN' }))
  await lookUpCurrency(service, signal)
  expect(fetched.mock.calls).toHaveLength(1)
  const [url, options] = fetched.mock.calls[0] ?? []
  expect(url).toBe(service)
  expect(options?.headers).toBeUndefined()
  expect(options?.credentials).toBe('omit')
})

test('an aborted lookup returns no currency, and logs nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const screen = new AbortController()
  vi.stubGlobal(
    'fetch',
    (_url: string, options?: RequestInit) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      }),
  )
  const lookup = lookUpCurrency(service, screen.signal)
  screen.abort(new Error('left'))
  await expect(lookup).rejects.toThrow('left')
  expect(log).not.toHaveBeenCalled()
})
