import { expect, inject, onTestFinished, test } from 'vitest'
import { startHost } from '../../server/host'
import { readServerSettings } from '../../server/settings'
import { createDatabase } from '../support/postgresql'

const log = { info() {}, error() {} }

/** Starts a server without a site, which stops with the test. @returns its address. */
async function start(environment: Record<string, string>): Promise<string> {
  const settings = readServerSettings({ PORT: '0', DEMO_DATA: 'off', ...environment })
  const host = await startHost(settings, log, 'no-site-here')
  onTestFinished(host.stop)
  return host.url
}

/** Signs in as nobody. @param forwarded what a proxy says about where the call comes from. */
async function signIn(url: string, forwarded: string): Promise<Response> {
  return await fetch(`${url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ email: 'nobody@example.test', password: 'a password' }),
  })
}

test('servers on one database count the calls of a client together, behind their proxy', async () => {
  const environment = {
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
    TRUSTED_PROXIES: '1',
  }
  const [one, other] = [await start(environment), await start(environment)]
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

test('without a proxy, what a client says about itself changes nothing', async () => {
  const url = await start({
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
  })
  const statuses = []
  for (let turn = 0; turn < 11; turn += 1) {
    statuses.push((await signIn(url, `203.0.113.${turn}`)).status)
  }
  expect(statuses).toEqual([...Array(10).fill(404), 429])
})

test('where mails are really sent, there is no mailbox', async () => {
  const url = await start({
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
    MAIL: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'mail@example.test',
  })
  for (const path of ['/dev/mailbox.json', '/dev/mailbox', '/dev/mailbox/', '/dev/anything']) {
    const response = await fetch(url + path)
    expect(response.status, path).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'There is nothing at this address.' })
  }
})
