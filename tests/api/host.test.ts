import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '../../server/auth/tokens'
import { createSecretBox } from '../../server/two-factor/secret-box'
import { openClient } from '../support/open-client'
import { phoneOf } from '../support/phone'
import { postTo } from '../support/post-to'
import { type Host, startDemoHost } from '../support/running-host'
import { gst } from '../support/settings-examples'

const site = 'https://app.example.test'
const formerSecret = 'the secret before this one, of tests'

/** One that has no settings but a proxy, and one that is set up, whose database can't be reached. */
let plain: Host
let setUp: Host
beforeAll(async () => {
  plain = await startDemoHost({
    ...{ DEMO_DATA: 'off', RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
    ...{ ...gst, SELLER: 'Acme Ltd | 1 Main Street' },
    ...{ APP_URL: 'http://app.acme.test', PASSKEY_DOMAIN: 'acme.test' },
    ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: formerSecret,
    TWO_FACTOR_KEY_ALSO_ACCEPTED: formerSecret,
  })
  setUp = await startDemoHost({
    DATABASE_URL: 'postgresql://orglens@127.0.0.1:1/orglens',
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

test('behind a proxy, calls are counted for the address that it has seen', async () => {
  const credentials = { email: 'nobody@example.test', password: 'a password' }
  const signIn = (forwarded: string) =>
    postTo(plain.url, 'login', credentials, { 'x-forwarded-for': forwarded })
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await signIn(`203.0.113.${turn}, 192.0.2.7`)).status).toBe(404)
  }
  const refused = await signIn('203.0.113.99, 192.0.2.7')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await signIn('192.0.2.7, 192.0.2.8')).status).toBe(404)
})

test('calls go by the settings of seller, tax, passkeys, a former secret, and a former key', async () => {
  const account = { email: 'ada@acme.test', password: 'a password of hers' }
  const founder = { ...account, fullname: 'Ada', organization: 'Acme' }
  expect((await plain.call('signup', founder)).ok).toBe(true)
  const { access } = await plain.signIn(account.email, account.password)
  const { sid } = decodeJwt<{ sid: string }>(access)
  const former = signAccessToken(sid, formerSecret, new Date())
  const read = async (name: 'getBuyer' | 'getReceipts') =>
    (await plain.call(name, undefined, former)).json()
  expect(await read('getBuyer')).toMatchObject({ tax: 'gst' })
  expect(await read('getReceipts')).toMatchObject({ seller: 'Acme Ltd\n1 Main Street' })
  const ceremony = await (await plain.call('beginPasskeySignIn', {})).json()
  expect(JSON.stringify(ceremony)).toContain('"rpId":"acme.test"')
  const database = await openClient(plain.databaseUrl)
  const { id } = (await database.query('select id from users')).rows[0]
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const factor = [id, await createSecretBox(formerSecret).seal(secret, id)]
  const columns = '(user_id, secret, recovery_codes, begun_at, since)'
  await database.query(
    `insert into second_factors ${columns} values ($1, $2, '{}', now(), now())`,
    factor,
  )
  const one_time_code = phoneOf(secret).next()
  expect((await plain.call('login', { ...account, one_time_code })).status).toBe(200)
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

test('an allowed origin may call the API, and no similar one', async () => {
  const ask = async (path: string, origin: string, method = 'GET') => {
    const asked = 'authorization,content-type,x-invitation-token'
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    }
    const headers = { origin, ...(method === 'OPTIONS' && preflight) }
    return (await fetch(setUp.url + path, { method, headers })).headers
  }
  const asked = await ask('/api/signup/', site, 'OPTIONS')
  expect(asked.get('vary')).toMatch(/origin/i)
  const allowed = (name: string) => asked.get(`access-control-allow-${name}`)
  expect([allowed('origin'), allowed('methods')]).toEqual([site, 'GET,POST,PUT'])
  expect(allowed('headers')?.toLowerCase()).toBe('authorization,content-type,x-invitation-token')
  expect(allowed('credentials')).toBeNull()
  expect(asked.get('access-control-max-age')).toBe('600')
  for (const path of ['/api/pricing/', '/api/profile/', '/api/nothing/']) {
    const headers = await ask(path, site)
    expect(headers.get('access-control-allow-origin'), path).toBe(site)
    expect(headers.get('access-control-expose-headers')).toBe('Date,Retry-After,X-Request-Id')
  }
  for (const origin of ['https://evil.example.test', `${site}.evil.test`, `${site}:444`, 'null']) {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = await ask('/api/pricing/', origin, method)
      expect(headers.get('access-control-allow-origin'), origin).toBeNull()
    }
  }
})
