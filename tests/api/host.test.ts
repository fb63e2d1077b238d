import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { type Host, startDemoHost } from '../support/running-host'

const site = 'https://app.example.test'

const openHost = (environment: Record<string, string> = {}) =>
  startDemoHost({ DEMO_DATA: 'off', RATE_LIMITS: 'on', ...environment })

/** One that has no settings but its database, and one that is set up. */
let plain: Host
let setUp: Host
beforeAll(async () => {
  plain = await openHost()
  setUp = await openHost({
    APP_URL: site,
    EXPOSE_DEVELOPMENT: 'on',
    ALLOWED_ORIGINS: `https://other.example.test,${site}`,
    MAIL_DELIVERY: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'mail@example.test',
  })
})
afterAll(async () => {
  await plain.stop()
  await setUp.stop()
})

/** Signs in with an unknown address. @param forwarded the proxy's report on the client's address. */
function signIn(url: string, forwarded: string): Promise<Response> {
  const credentials = { email: 'nobody@example.test', password: 'a password' }
  return postTo(url, 'login', credentials, { 'x-forwarded-for': forwarded })
}

test('servers that share a database and a proxy count a client’s calls together', async () => {
  const environment = {
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
    TRUSTED_PROXIES: '1',
  }
  const hosts = [await openHost(environment), await openHost(environment)] as const
  onTestFinished(async () => void (await Promise.all(hosts.map(({ stop }) => stop()))))
  const [one, other] = [hosts[0].url, hosts[1].url]
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await signIn(one, '203.0.113.7')).status).toBe(404)
    expect((await signIn(other, `lie ${turn}, 203.0.113.7`)).status).toBe(404)
  }
  for (const url of [one, other]) {
    const refused = await signIn(url, '198.51.100.1, 203.0.113.7')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await signIn(one, '203.0.113.7, 203.0.113.8')).status).toBe(404)
})

test('without a proxy, forwarded headers from clients are ignored', async () => {
  const statuses = []
  for (let turn = 0; turn < 11; turn += 1) {
    statuses.push((await signIn(plain.url, `203.0.113.${turn}`)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(404), 429])
})

test('nobody blanks their network with a forged X-Forwarded-For', async () => {
  const { url } = plain
  const post = (path: string, body: object, forged: string) =>
    postTo(url, path, body, { 'x-forwarded-for': forged })
  const account = { email: 'admin@example.test', password: 'a long password' }
  await post('signup', { ...account, fullname: 'Ada Lovelace', organization: 'Acme' }, 'nonsense')
  let authorization = ''
  for (const forged of ['1', 'nonsense', '0x7f.1', '203.0.113.7']) {
    const { access } = await (await post('login', account, forged)).json()
    authorization = `Bearer ${access}`
  }
  const read = async (path: string) =>
    await (await fetch(`${url}/api/${path}/`, { headers: { authorization } })).json()
  const fromHere = expect.objectContaining({ network: '127.0.0.1' })
  expect(await read('account/sessions')).toEqual({ sessions: Array(4).fill(fromHere) })
  expect((await read('audit-log')).data).toEqual([fromHere])
})

test('there is a description of the API, and no mailbox if mails are really sent', async () => {
  const described = await fetch(`${plain.url}/api/openapi.json`)
  expect(Object.keys((await described.json()).paths)).toContain('/api/login/')
  for (const path of ['/dev/mailbox.json', '/dev/mailbox', '/dev/mailbox/', '/dev/anything']) {
    const response = await fetch(setUp.url + path)
    expect(response.status, path).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'There is nothing at this address.' })
  }
})

const preflight = (url: string, origin: string) =>
  fetch(`${url}/api/signup/`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-invitation-token',
    },
  })

test('an allowed origin may call the API, and no similar one', async () => {
  const { url } = setUp
  const asked = await preflight(url, site)
  expect(asked.status).toBe(204)
  expect(asked.headers.get('vary')).toMatch(/origin/i)
  const allowed = (name: string) => asked.headers.get(`access-control-allow-${name}`)
  expect([allowed('origin'), allowed('methods')]).toEqual([site, 'GET,POST,PUT'])
  expect(allowed('headers')?.toLowerCase()).toBe('authorization,content-type,x-invitation-token')
  expect(allowed('credentials')).toBeNull()
  const get = async (path: string, origin: string) =>
    (await fetch(url + path, { headers: { origin } })).headers
  for (const path of ['/api/pricing/', '/api/profile/', '/api/nothing/']) {
    const headers = await get(path, site)
    expect(headers.get('access-control-allow-origin'), path).toBe(site)
    expect(headers.get('access-control-expose-headers')).toBe('Date,Retry-After,X-Request-Id')
  }
  for (const origin of ['https://evil.example.test', `${site}.evil.test`, `${site}:444`, 'null']) {
    const answers = [await get('/api/pricing/', origin), (await preflight(url, origin)).headers]
    for (const headers of answers)
      expect(headers.get('access-control-allow-origin'), origin).toBeNull()
  }
})

test('HSTS is sent only if the app is served over https', async () => {
  const hsts = async (url: string) =>
    (await fetch(`${url}/api/pricing/`)).headers.get('strict-transport-security')
  expect(await hsts(setUp.url)).toBe('max-age=31536000')
  expect(await hsts(plain.url)).toBeNull()
})

test('no answer allows the camera, geolocation or devices', async () => {
  for (const path of ['/api/pricing/', '/nothing-here']) {
    const policy = (await fetch(plain.url + path)).headers.get('permissions-policy')?.split(', ')
    expect(policy).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'usb=()']))
    // Checkout, dashboards and passkeys may need these.
    expect(policy?.join()).not.toMatch(/payment|fullscreen|clipboard|publickey/)
  }
})
