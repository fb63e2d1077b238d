import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBodyReader } from '../../server/node/edge/bodies'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { newFolder } from '../support/folders'
import { listenOnLoopback } from '../support/program'
import { metabase, razorpay } from '../support/settings-examples'

test('production does not start without the site, and leaves nothing behind', async () => {
  const directory = newFolder()
  const environment = { PORT: '0', DATA_DIR: join(directory, 'data') }
  const settings = { ...readServerSettings(environment), production: true }
  await expect(startHost(settings, quiet, join(directory, 'dist'))).rejects.toThrow(
    `There is no site in ${join(directory, 'dist')}. Run "npm run build" first.`,
  )
  expect(readdirSync(directory)).toEqual([])
})

// Nobody listens there: a start needs no database.
const DATABASE_URL = 'postgresql://orglens@127.0.0.1:1/orglens'
const quiet = { info() {}, error() {} }

test('a taken port, and an address that isn’t this machine’s, are refused with their setting', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  const taken = String(await listenOnLoopback(other))
  const free = { PORT: '0', METRICS_PORT: '0', EXPOSE_DEVELOPMENT: 'on', DATABASE_URL }
  const told: string[] = []
  const log = { ...quiet, info: (text: string) => void told.push(text) }
  const refusal = (environment: Record<string, string>) =>
    startHost(readServerSettings({ ...free, ...environment }), log, 'no-site-here').catch(
      (error: Error) => error.message,
    )
  for (const name of ['PORT', 'METRICS_PORT']) {
    const text = `Port ${taken} is taken. Set ${name} to another one.`
    expect(await refusal({ [name]: taken })).toBe(text)
  }
  // Otherwise the process would go on.
  await expect(fetch(`${told[1]?.replace('Metrics are at ', '')}`)).rejects.toThrow()
  // Source of the address: RFC 5737.
  expect(await refusal({ HOST: '192.0.2.1' })).toContain('192.0.2.1. Check HOST and PORT.')
  const metrics = await refusal({ METRICS_HOST: '192.0.2.1' })
  expect(metrics).toContain('Check METRICS_HOST and METRICS_PORT.')
})

async function startWithoutDatabase(environment: Record<string, string> = {}) {
  const site = newFolder()
  const page = '<!doctype html><script type="application/json" id="settings">{}</script>'
  writeFileSync(join(site, 'index.html'), page)
  mkdirSync(join(site, 'sandbox'))
  writeFileSync(join(site, 'sandbox/checkout.js'), 'run()')
  const settings = readServerSettings({ PORT: '0', DATABASE_URL, ...environment })
  const lines: (readonly [string, object | undefined])[] = []
  const write = (message: string, details?: object) => void lines.push([message, details])
  const log = { info: write, error: (text: string, more?: object) => write(`error: ${text}`, more) }
  const host = await startHost({ ...settings, stopTimeout: 500 }, log, site)
  return { ...host, lines, get: (path: string, init?: RequestInit) => fetch(host.url + path, init) }
}

test('every answer has its security headers, and the id of its request', async () => {
  const { get, stop, lines } = await startWithoutDatabase({
    ...{ APP_URL: 'https://a.test', EXPOSE_DEVELOPMENT: 'on', KEEP_ALIVE_SECONDS: '77' },
  })
  onTestFinished(stop)
  const expected = {
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'keep-alive': 'timeout=77',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), serial=(), usb=()',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'x-powered-by': null,
    'x-request-id': 'of-the-proxy_1=',
  }
  for (const [path, status] of Object.entries({
    ...{ '/': 200, '/api/profile/': 401, '/api/nothing/': 404, '/assets/nothing.js': 404 },
    ...{ '/sandbox/country.json': 200, '/sandbox/checkout.js': 200 },
  })) {
    const ofProxy = { 'x-request-id': 'of-the-proxy_1=', 'x-forwarded-for': '203.0.113.7' }
    const answer = await get(path, { headers: ofProxy })
    expect([path, answer.status]).toEqual([path, status])
    const names = Object.keys(expected)
    const headers = names.map((name) => [name, answer.headers.get(name)])
    expect(Object.fromEntries(headers)).toEqual(expected)
  }
  expect(lines.filter(([text]) => text.includes('although TRUSTED_PROXIES is 0'))).toHaveLength(1)
  for (const id of ['a b', 'x'.repeat(65)]) {
    const other = await get('/', { headers: { 'x-request-id': id } })
    expect(other.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
  const language = { 'accept-language': 'en-IN,en;q=0.9' }
  const country = await get('/sandbox/country.json', { headers: language })
  expect(await country.json()).toEqual({ country: 'IN' })
  // The failure of a database is an error of the log, with the request's id.
  const body = JSON.stringify({ email: 'a@b.test', password: 'x' })
  const json = { 'content-type': 'application/json' }
  const failed = await get('/api/login/', { method: 'POST', body, headers: json })
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2'])
  expect(lines.findLast(([text]) => text === 'error: A request failed')).toEqual([
    'error: A request failed',
    {
      requestId: failed.headers.get('x-request-id'),
      ...{ method: 'POST', route: 'login', status: 503, milliseconds: expect.any(Number) },
      error: expect.stringContaining('database'),
    },
  ])
  // Nor is one answered that the process has read too late.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_000)
  expect((await get('/api/nothing/')).status).toBe(503)
})

test('with Razorpay there is no sandbox, and other sites get the origin as Referer', async () => {
  const plans = { PLANS_FILE: 'server/plans/plans.json' }
  const { get, stop } = await startWithoutDatabase({ ...razorpay, ...plans, ...metabase })
  onTestFinished(stop)
  for (const path of ['checkout.js', 'price', 'pay', 'refund'])
    expect((await get(`/sandbox/${path}`)).status).toBe(404)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ subscription_id: 'sub_1', payment_id: 'pay_1', amount: 1 })
  for (const path of ['pay', 'refund'])
    expect((await get(`/sandbox/${path}`, { method: 'POST', headers, body })).status).toBe(404)
  const { headers: sent } = await get('/')
  expect(sent.get('referrer-policy')).toBe('strict-origin')
  expect(sent.get('strict-transport-security')).toBeNull()
  expect(sent.get('content-security-policy')).toContain("frame-src 'self' https://metabase.")
})

test('while it drains, a server answers, is not ready, and closes each connection', async () => {
  const { get, lines, stop } = await startWithoutDatabase({ DRAIN_SECONDS: '4', METRICS_PORT: '0' })
  const [metrics = ''] = lines.flatMap(([text]) => /^Metrics are at (.+)/.exec(text)?.[1] ?? [])
  expect((await fetch(metrics)).status).toBe(200)
  const ready = await get('/readyz/site/')
  expect([ready.status, ready.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await get('/')).headers.get('connection')).toBe('keep-alive')
  const calls = await get('/readyz')
  expect([calls.status, await calls.json()]).toEqual([
    503,
    ...[{ status: 'not ready', database: 'unreachable', migrations: 'pending', draining: false }],
  ])
  const stopping = stop()
  expect((await get('/readyz/site')).status).toBe(503)
  const page = await get('/')
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  expect(await (await get('/healthz/')).json()).toMatchObject({ status: 'alive' })
  await stopping
  await expect(get('/')).rejects.toThrow()
  await expect(fetch(metrics)).rejects.toThrow()
})

test('the limit on the memory of bodies holds after many have come', async () => {
  const read = createBodyReader(10)
  const begin = () => {
    const incoming = new PassThrough()
    return { incoming, body: read(incoming as unknown as IncomingMessage) }
  }
  for (const text of ['six by', 'six by']) {
    const { incoming, body } = begin()
    incoming.end(text)
    expect(String(await body)).toBe(text)
    await finished(incoming)
  }
  const [first, second] = [begin(), begin()]
  first.incoming.write('six by')
  second.incoming.write('five!')
  await expect(first.body).rejects.toMatchObject({ status: 503 })
  second.incoming.end()
  expect(String(await second.body)).toBe('five!')
  // One whose client has gone counts no more.
  const gone = begin()
  gone.incoming.write('six by')
  gone.incoming.destroy()
  const again = read(gone.incoming as unknown as IncomingMessage)
  const isRefused = (body: Promise<unknown>) => expect(body).rejects.toMatchObject({ status: 400 })
  await Promise.all([gone.body, again].map(isRefused))
  const last = begin()
  last.incoming.end('eight by')
  expect(String(await last.body)).toBe('eight by')
})
