import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { add } from '../../server/store/change'
import { createSecretBox } from '../../server/two-factor/secret-box'
import { diagnose, examination, faultOf } from '../support/doctor'
import { newFolder } from '../support/folders'
import { openClient } from '../support/open-client'
import { createDatabase, createEmptyDatabase } from '../support/postgresql'
import { freePort } from '../support/program'
import { json, refusal, startRazorpayServer } from '../support/razorpay-server'
import { demoHostForTest, startDemoHost } from '../support/running-host'
import { razorpay } from '../support/settings-examples'
import { found, founding, silentLog } from './sql-store-examples'

const newDatabase = () => createDatabase(inject('postgresqlUrl'))

test('a server in order has no fault, and the doctor changes nothing', async () => {
  const diagnosis = await diagnose({ DATABASE_URL: await newDatabase() })
  const subjectsOf = (result: string) =>
    Object.entries(diagnosis).flatMap(([subject, one]) => (one.result === result ? subject : []))
  expect(subjectsOf('ok')).toEqual(['settings', 'database', 'backups', 'migrations', 'keys'])
  const outside = ['mail', 'razorpay', 'clock', 'metabase', 'appUrl', 'proxies']
  expect(subjectsOf('skipped')).toEqual(outside)
  const empty = await createEmptyDatabase(inject('postgresqlUrl'))
  expect((await examination({ DATABASE_URL: empty })).migrations).toMatchObject({
    result: 'warning',
    found: 'It has no tables of Orglens.',
  })
  const tables = `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
  expect((await (await openClient(empty)).query(tables)).rows).toEqual([])
})

test('a database that can’t be reached, and one that refuses the password, are named', async () => {
  const DATABASE_URL = new URL(await newDatabase())
  const found = () => examination({ DATABASE_URL: DATABASE_URL.href })
  DATABASE_URL.password = 'wrong-word'
  expect((await found()).database).toMatchObject(
    faultOf(
      'password authentication failed for user "orglens". Check user and password in DATABASE_URL: in them write % as %25',
      'user, password',
    ),
  )
  DATABASE_URL.port = String(await freePort())
  const { database, keys } = await found()
  expect(database).toMatchObject(faultOf('ECONNREFUSED', 'Check that PostgreSQL runs'))
  expect(keys).toMatchObject({ result: 'skipped', found: 'It doesn’t let us in.' })
})

test('an encoding or a style of dates that the server refuses is named, with what to do', async () => {
  const address = new URL(inject('postgresqlUrl'))
  address.pathname += '_ascii'
  const ascii = `create database ${address.pathname.slice(1)} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`
  await (await openClient(inject('postgresqlUrl'))).query(ascii)
  const german = await newDatabase()
  const style = `alter database ${new URL(german).pathname.slice(1)} set DateStyle = 'German'`
  await (await openClient(german)).query(style)
  for (const [DATABASE_URL, problem, remedy] of [
    [address.href, 'encoding SQL_ASCII', "encoding 'UTF8' template template0"],
    [german, 'DateStyle', "set DateStyle = 'ISO'"],
  ] as const) {
    const { database } = await examination({ DATABASE_URL })
    expect(database).toMatchObject(faultOf(problem, 'restart the servers'))
    expect(database).toMatchObject(faultOf(remedy))
    await expect(startDemoHost({ DATABASE_URL })).rejects.toThrow(remedy)
  }
})

test('codes that neither key can check are a fault, and those of the former key are counted', async () => {
  const DATABASE_URL = await newDatabase()
  const store = await openPostgresqlStore(DATABASE_URL, silentLog)
  onTestFinished(store.close)
  const [organisation, ada] = founding('acme', 'ada@acme.test')
  await found(store, organisation, ada)
  const [key, other] = ['x'.repeat(40), 'y'.repeat(40)]
  const secret = await createSecretBox(key, undefined).seal('JBSWY3DPEHPK3PXP', ada.id)
  const at = new Date()
  const factor = { secret, begunAt: at, since: at, lastStep: 1, recoveryCodes: [] }
  await store.save(add('secondFactors', { ...factor, userId: ada.id }))
  const keys = async (settings: Record<string, string>) =>
    (await examination({ DATABASE_URL, ...settings })).keys
  expect(await keys({ TWO_FACTOR_KEY: key })).toMatchObject({ result: 'ok', found: 'Yes.' })
  expect(await keys({ TWO_FACTOR_KEY: other, TWO_FACTOR_KEY_ALSO_ACCEPTED: key })).toMatchObject({
    result: 'ok',
    found: 'Yes; 1 still need TWO_FACTOR_KEY_ALSO_ACCEPTED.',
  })
  expect(await keys({ TWO_FACTOR_KEY: other })).toMatchObject(faultOf('Not those of 1'))
})

test('a direct address that backups can’t use is named', async () => {
  const DATABASE_URL = await newDatabase()
  const direct = new URL(DATABASE_URL)
  const found = async () =>
    (await examination({ DATABASE_URL, DATABASE_DIRECT_URL: direct.href })).backups
  expect(await found()).toMatchObject({ result: 'ok' })
  direct.password = 'wrong-word'
  expect(await found()).toMatchObject(
    faultOf('password authentication failed', 'Check DATABASE_DIRECT_URL'),
  )
  direct.href = await newDatabase()
  expect(await found()).toMatchObject(faultOf('leads to another database than DATABASE_URL'))
})

test('only a server with the same secret is this installation', async () => {
  const former = 'the secret before, with 32 characters'
  const { url: APP_URL, databaseUrl: DATABASE_URL } = await demoHostForTest({
    ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: former,
  })
  const { appUrl, proxies } = await examination({ DATABASE_URL, APP_URL })
  expect([appUrl?.result, proxies?.result]).toEqual(['ok', 'ok'])
  const formerly = { DATABASE_URL, APP_URL, ACCESS_TOKEN_SECRET: former }
  expect((await examination(formerly)).appUrl).toMatchObject({ result: 'ok' })
  const ACCESS_TOKEN_SECRET = 'another secret, with 32 characters'
  expect((await examination({ DATABASE_URL, APP_URL, ACCESS_TOKEN_SECRET })).appUrl).toMatchObject(
    faultOf("doesn't know this ACCESS_TOKEN_SECRET"),
  )
})

test('refused keys of Razorpay, plans that it doesn’t know, and another time than its own are named', async () => {
  let answer = json(200, {})
  const server = await startRazorpayServer((response, request) => answer(response, request))
  onTestFinished(server.stop)
  const file = join(newFolder(), 'plans.json')
  const prices = { USD: { amount: 100, razorpayPlanId: 'plan_of_ours' } }
  const plan = { name: 'One', tagLine: 'For all', interval: 'monthly', points: ['all'], prices }
  writeFileSync(file, JSON.stringify({ plans: [plan] }))
  const address = { RAZORPAY_API_URL: server.options.apiUrl ?? '', DATA_DIR: newFolder() }
  const settings = { ...razorpay, PLANS_FILE: file, ...address }

  const good = await examination(settings)
  expect([good.razorpay?.result, good.clock?.result]).toEqual(['ok', 'ok'])
  expect([good.folder?.result, good.disk?.result]).toEqual(['warning', 'ok'])
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
