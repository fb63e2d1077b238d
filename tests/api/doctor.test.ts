import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { checkMigrations } from '../../server/commands/doctor/database'
import { readMigrations } from '../../server/store/migrate'
import { createSecretBox } from '../../server/two-factor/secret-box'
import { diagnose, examination, faultOf, runDoctor } from '../support/doctor'
import { newFolder } from '../support/folders'
import { startMailServer } from '../support/mail-server'
import { startMetabase } from '../support/metabase-server'
import { openClient } from '../support/open-client'
import { createDatabase, createEmptyDatabase, withClient } from '../support/postgresql'
import { freePort } from '../support/program'
import { json, refusal, startRazorpayServer } from '../support/razorpay-server'
import { serverForTest } from '../support/server-process'
import { metabase, razorpay, smtp } from '../support/settings-examples'
import { found, founding, silentLog } from './sql-store-examples'

const newDatabase = () => createDatabase(inject('postgresqlUrl'))

test('a server in order has no fault, and the doctor changes nothing', async () => {
  const diagnosis = await diagnose({ DATABASE_URL: await newDatabase() })
  const results = Object.entries(diagnosis).map(([subject, { result }]) => [subject, result])
  const skipped = ['mail', 'razorpay', 'clock', 'metabase', 'appUrl', 'proxies']
  expect(Object.fromEntries(results)).toEqual({
    ...Object.fromEntries(
      ['settings', 'database', 'migrations', 'keys', 'pooler'].map((one) => [one, 'ok']),
    ),
    ...Object.fromEntries(skipped.map((one) => [one, 'skipped'])),
  })
  const empty = await createEmptyDatabase(inject('postgresqlUrl'))
  expect((await examination({ DATABASE_URL: empty })).migrations).toMatchObject({
    result: 'warning',
    found: 'It has no tables of Orglens.',
  })
  const tables = `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
  expect((await (await openClient(empty)).query(tables)).rows).toEqual([])
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
  const refused = await runDoctor({}, 'everything')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('npm run --silent doctor -- [--json] [--mail <address>]')
})

test('a wrong setting is named, and no other question is asked', async () => {
  expect(await diagnose({ TRUSTED_PROXIES: 'two' })).toEqual({
    settings: expect.objectContaining(
      faultOf('TRUSTED_PROXIES must be a whole number from 0 to 10', 'Then ask again'),
    ),
  })
})

test('a database that can’t be reached, and one that refuses the password, are named', async () => {
  const DATABASE_URL = new URL(await newDatabase())
  const found = () => examination({ DATABASE_URL: DATABASE_URL.href })
  DATABASE_URL.password = 'wrong-word'
  expect((await found()).database).toMatchObject(
    faultOf('password authentication failed', 'user, password'),
  )
  DATABASE_URL.port = String(await freePort())
  const { database, pooler } = await found()
  expect(database).toMatchObject(faultOf('ECONNREFUSED', 'Check that PostgreSQL runs'))
  expect(pooler).toMatchObject({ result: 'skipped', found: 'It doesn’t let us in.' })
})

test('an older schema and a newer one are named', async () => {
  const migrations = readMigrations()
  const later = (migrations.at(-1)?.writtenAt ?? 0) + 1
  const added = { name: 'one', hash: 'one', statements: [], writtenAt: later }
  expect(await checkMigrations(await newDatabase(), [...migrations, added])).toMatchObject({
    result: 'warning',
    found: expect.stringContaining('it belongs to an older version.'),
  })
  const newer = await newDatabase()
  const applied = `insert into drizzle.__drizzle_migrations (hash, created_at, compatible_since)
    values ('', ${later}, ${later})`
  await withClient(newer, (client) => client.query(applied))
  expect((await examination({ DATABASE_URL: newer })).migrations).toMatchObject(
    faultOf('belongs to a newer version'),
  )
})

test('authenticator apps of a missing key and of the earlier key are counted', async () => {
  const DATABASE_URL = await newDatabase()
  const store = await openPostgresqlStore(DATABASE_URL, silentLog)
  const [organisation, ada] = founding('acme', 'ada@acme.test')
  await found(store, organisation, ada)
  await store.close()
  const earlierKey = 'the key that encrypted the secret of the app'
  const sealed = await createSecretBox(earlierKey).seal('secret', ada.id)
  const factor = `insert into second_factors (user_id, secret, begun_at, since, recovery_codes)
    values ('${ada.id}', '${sealed}', now(), now(), '{}')`
  await withClient(DATABASE_URL, (client) => client.query(factor))
  const TWO_FACTOR_KEY = 'the key that came after the earlier one'
  const keys = async (more = {}) =>
    (await examination({ DATABASE_URL, TWO_FACTOR_KEY, ...more })).keys
  expect(await keys()).toMatchObject({
    result: 'fault',
    found: 'Not those of 1: neither key has encrypted their secret.',
  })
  expect(await keys({ TWO_FACTOR_KEY_ALSO_ACCEPTED: earlierKey })).toMatchObject({
    result: 'ok',
    found: 'Yes; 1 still need TWO_FACTOR_KEY_ALSO_ACCEPTED.',
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
  const settings = { ...metabase, METABASE_SECRET_KEY, METABASE_SITE_URL: server.url }
  const found = async (changes: Record<string, string>) =>
    (await examination({ ...settings, ...changes })).metabase
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
  forwardedFor = (arrived?: string) => [arrived, '127.0.0.1'].filter(Boolean).join(', '),
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
    return (await serverForTest({ DATABASE_URL, DEMO_DATA: 'off', ...environment })).url
  }
  const [direct, behindOne] = await Promise.all([start({}), start({ TRUSTED_PROXIES: '1' })])
  const found = (APP_URL: string, more = {}) => examination({ APP_URL, ...more })

  // Both of one build.
  expect(await diagnose({ APP_URL: direct })).toMatchObject({
    appUrl: { result: 'ok' },
    proxies: { result: 'ok', found: expect.stringContaining('append: 0.') },
  })
  const one = await startProxy(behindOne)
  for (const proxy of [one, await startProxy(behindOne, () => '127.0.0.1')])
    expect((await found(proxy)).proxies).toMatchObject({ result: 'ok' })
  expect((await found(await startProxy(one))).proxies).toMatchObject({
    result: 'fault',
    found: expect.stringContaining('All clients share the limits of one'),
    todo: 'Set TRUSTED_PROXIES=2, and restart the server.',
  })
  expect((await found(await startProxy(direct))).proxies?.todo).toContain('TRUSTED_PROXIES=1')
  expect((await found(behindOne)).proxies).toMatchObject(faultOf('Clients can claim any address'))

  const metabaseServer = await startMetabase({ secretKey: 'key', dashboards: {} })
  onTestFinished(metabaseServer.stop)
  expect(await found(metabaseServer.url)).toMatchObject({
    appUrl: { result: 'fault', found: expect.stringContaining('answers 404') },
    proxies: { result: 'skipped' },
  })
  const another = { ACCESS_TOKEN_SECRET: 'the secret of another installation, not of this' }
  expect((await found(direct, another)).appUrl).toMatchObject(
    faultOf("doesn't know this ACCESS_TOKEN_SECRET"),
  )
})
