import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { diagnose, examination, faultOf, runDoctor } from '../support/doctor'
import { newFolder } from '../support/folders'
import { startMailServer } from '../support/mail-server'
import { startMetabase } from '../support/metabase-server'
import { openClient } from '../support/open-client'
import { createDatabase, createEmptyDatabase } from '../support/postgresql'
import { freePort } from '../support/program'
import { json, refusal, startRazorpayServer } from '../support/razorpay-server'
import { serverForTest } from '../support/server-process'
import { metabase, razorpay, smtp } from '../support/settings-examples'

const newDatabase = () => createDatabase(inject('postgresqlUrl'))

test('a server in order has no fault, and the doctor changes nothing', async () => {
  const DATABASE_URL = await newDatabase()
  const found = await diagnose({ DATABASE_URL })
  const results = Object.entries(found).map(([subject, { result }]) => [subject, result])
  expect(Object.fromEntries(results)).toEqual({
    settings: 'ok',
    database: 'ok',
    migrations: 'ok',
    keys: 'ok',
    pooler: 'ok',
    mail: 'skipped',
    razorpay: 'skipped',
    clock: 'skipped',
    metabase: 'skipped',
    appUrl: 'skipped',
    proxies: 'skipped',
  })
  const empty = await createEmptyDatabase(inject('postgresqlUrl'))
  expect((await examination({ DATABASE_URL: empty })).migrations).toMatchObject({
    result: 'warning',
    found: 'It has no tables of Orglens.',
  })
  const client = await openClient(empty)
  const { rows } = await client.query(
    `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows).toEqual([])
})

test('for people each question is a paragraph, and a word that it doesn’t know gets the usage', async () => {
  const { code, output } = await runDoctor({ DATA_DIR: './nowhere' })
  expect(code).toBe(0)
  expect(output).toContain(
    'ok       Would the server start with these settings? Yes, for development: NODE_ENV says so.\n',
  )
  expect(output).toMatch(
    /\nwarning {2}Does the data folder belong to this user\? There is no database in .*\.\n {9}To do: The first start/,
  )
  expect(output).toMatch(/\nFaults: 0\. Warnings: 1\.\n$/)
  for (const words of [['--mail', 'nobody'], ['everything']]) {
    const refused = await runDoctor({}, ...words)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('npm run --silent doctor -- [--json] [--mail <address>]')
  }
})

test('a wrong setting is named, and the rest is not asked', async () => {
  expect(await diagnose({ TRUSTED_PROXIES: 'two' })).toEqual({
    settings: expect.objectContaining(
      faultOf('TRUSTED_PROXIES must be a whole number from 0 to 10', 'Then ask again'),
    ),
  })
})

test('a file of another user in the data folder is named', async () => {
  const DATA_DIR = newFolder()
  expect((await examination({ DATA_DIR })).owner).toMatchObject({ result: 'warning' })
  const folder = join(DATA_DIR, 'pglite')
  mkdirSync(folder)
  const { owner, disk } = await examination({ DATA_DIR })
  expect([owner?.result, disk?.result]).toEqual(['ok', 'ok'])
  // Only root can give something away. Others see a folder of root's.
  if (process.geteuid?.() === 0) chownSync(folder, 65_534, 65_534)
  const directory = process.geteuid?.() === 0 ? DATA_DIR : '/proc/1/cwd'
  expect((await examination({ DATA_DIR: directory })).owner).toMatchObject(faultOf('belongs to'))
})

test('a mail server that refuses is named; a mail is sent only when told', async () => {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const settings = { ...smtp, SMTP_URL: mailServer.url, SMTP_TLS: 'optional' }
  expect((await examination(settings)).mail?.result).toBe('ok')
  expect(mailServer.received).toEqual([])
  expect((await diagnose(settings, '--mail', 'ops@example.test')).mail?.result).toBe('ok')
  expect(mailServer.received.map(({ to }) => to)).toEqual([['ops@example.test']])

  // It offers no encryption.
  const refused = await examination({ ...settings, SMTP_TLS: 'required' })
  expect(refused.mail).toMatchObject({
    result: 'fault',
    todo: expect.stringContaining('Check SMTP_URL'),
  })
  const port = await freePort()
  const down = await examination({ ...settings, SMTP_URL: `smtp://user:word@127.0.0.1:${port}` })
  expect(down.mail).toMatchObject({
    result: 'fault',
    found: expect.stringMatching(`^127.0.0.1:${port}: .*ECONNREFUSED`),
  })
})

test('refused keys of Razorpay, plans that it doesn’t know, and another time than its own are named', async () => {
  let answer = json(200, {})
  const server = await startRazorpayServer((response, request) => answer(response, request))
  onTestFinished(server.stop)
  const file = join(newFolder(), 'plans.json')
  const prices = { USD: { amount: 100, razorpayPlanId: 'plan_of_ours' } }
  const plan = { name: 'One', tagLine: 'For all', interval: 'monthly', points: ['all'], prices }
  writeFileSync(file, JSON.stringify({ plans: [plan] }))
  const settings = { ...razorpay, PLANS_FILE: file, RAZORPAY_API_URL: server.options.apiUrl ?? '' }

  const good = await examination(settings)
  expect([good.razorpay?.result, good.clock?.result]).toEqual(['ok', 'ok'])
  expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/plans?count=1',
    'GET /v1/plans/plan_of_ours',
  ])

  answer = json(401, refusal('Authentication failed'))
  expect((await examination(settings)).razorpay).toMatchObject({
    result: 'fault',
    found: 'It refuses the keys (401).',
  })

  answer = (response, request) => {
    const isList = request.path?.includes('?')
    json(isList ? 200 : 400, refusal('The id provided does not exist'))(response, request)
  }
  expect((await examination(settings)).razorpay?.found).toContain('plan_of_ours')

  answer = (response) => {
    const date = new Date(Date.now() - 3_600_000).toUTCString()
    response.writeHead(200, { date }).end('{}')
  }
  expect((await examination(settings)).clock).toMatchObject(
    faultOf(/^This machine is 3[56]\d\d s ahead\.$/),
  )
})

test('a Metabase that answers 404, and one that refuses the links, are named', async () => {
  const METABASE_SECRET_KEY = 'the key of embedding'
  const server = await startMetabase({
    secretKey: METABASE_SECRET_KEY,
    dashboards: { 7: { lockedParameters: ['organisation'] } },
  })
  onTestFinished(server.stop)
  const found = async (changes: Record<string, string>) =>
    (
      await examination({
        ...metabase,
        METABASE_SECRET_KEY,
        METABASE_SITE_URL: server.url,
        ...changes,
      })
    ).metabase
  expect((await found({}))?.result).toBe('ok')
  expect(await found({ METABASE_SITE_URL: `${server.url}/elsewhere` })).toMatchObject({
    result: 'fault',
    found: `${server.url}/elsewhere/api/health answers 404.`,
  })
  expect(await found({ METABASE_SECRET_KEY: 'another-key' })).toMatchObject(
    faultOf('Message seems corrupt or manipulated.'),
  )
  expect((await found({ METABASE_DASHBOARD_ID: '8' }))?.found).toContain('Embedding is not enabled')
})

/** A proxy that does with the client's address what it is told. @returns its address. */
async function startProxy(
  target: string,
  forwardedFor: (arrived: string | undefined) => string,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const { authorization = '', 'x-forwarded-for': arrived } = request.headers
    const headers = { authorization, 'x-forwarded-for': forwardedFor(arrived?.toString()) }
    const answer = await fetch(`${target}${request.url}`, { headers })
    response.writeHead(answer.status).end(await answer.text())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an APP_URL that leads elsewhere, and a wrong TRUSTED_PROXIES, are named', async () => {
  const start = async (environment: Record<string, string>) => {
    const DATABASE_URL = await newDatabase()
    const server = await serverForTest({ DATABASE_URL, DEMO_DATA: 'off', ...environment })
    return server.url
  }
  const [direct, behindOne] = await Promise.all([start({}), start({ TRUSTED_PROXIES: '1' })])
  const found = async (APP_URL: string, more = {}) => {
    const { appUrl: address, proxies } = await examination({ APP_URL, ...more })
    return { address, proxies }
  }
  const appending = (target: string) =>
    startProxy(target, (arrived) => [arrived, '127.0.0.1'].filter(Boolean).join(', '))

  // Both of one build.
  expect(await diagnose({ APP_URL: direct })).toMatchObject({
    appUrl: { result: 'ok' },
    proxies: { result: 'ok', found: expect.stringContaining('append: 0.') },
  })
  for (const proxy of [await appending(behindOne), await startProxy(behindOne, () => '127.0.0.1')])
    expect((await found(proxy)).proxies).toMatchObject({ result: 'ok' })
  const one = await appending(behindOne)
  expect((await found(await appending(one))).proxies).toMatchObject({
    result: 'fault',
    found: expect.stringContaining('All clients share the limits of one'),
    todo: 'Set TRUSTED_PROXIES=2, and restart the server.',
  })
  expect((await found(await appending(direct))).proxies?.todo).toContain('TRUSTED_PROXIES=1')
  expect((await found(behindOne)).proxies).toMatchObject(faultOf('Clients can claim any address'))

  const metabaseServer = await startMetabase({ secretKey: 'key', dashboards: {} })
  onTestFinished(metabaseServer.stop)
  expect(await found(metabaseServer.url)).toMatchObject({
    address: { result: 'fault', found: expect.stringContaining('answers 404') },
    proxies: { result: 'skipped' },
  })
  const another = { ACCESS_TOKEN_SECRET: 'the secret of another installation, not of this' }
  expect((await found(direct, another)).address).toMatchObject(
    faultOf("doesn't know this ACCESS_TOKEN_SECRET"),
  )
  expect((await found(`http://127.0.0.1:${await freePort()}`)).address).toMatchObject(
    faultOf('ECONNREFUSED'),
  )
})
