import { expect, inject, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/open-stores'
import { foundOrganisation } from '../../server/auth/signup'
import { examineSchema } from '../../server/commands/doctor/database'
import { newOrganisation } from '../../server/people/person'
import { readMigrations } from '../../server/store/migrate'
import { createSecretBox } from '../../server/two-factor/secret-box'
import { examination, faultOf } from '../support/doctor'
import { entryExample, userExample } from '../support/examples'
import { createDatabase, withClient } from '../support/postgresql'
import { freePort } from '../support/program'
import { silentLog } from './sql-store-examples'

const newDatabase = () => createDatabase(inject('postgresqlUrl'))

/** Changes a database as its superuser. */
const run = (url: string, ...statements: string[]) =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** @returns the address with another user, whose role is new. */
async function withUser(url: string, password: string): Promise<string> {
  const address = new URL(url)
  address.username = `user_${address.pathname.replace(/\W/g, '')}`
  address.password = password
  await run(url, `create role "${address.username}" login password '${password}'`)
  return address.href
}

test('a database that can’t be reached, and one that refuses the password, are told apart', async () => {
  const database = await newDatabase()
  const unreachable = new URL(database)
  unreachable.port = String(await freePort())
  const { database: found, pooler } = await examination({ DATABASE_URL: unreachable.href })
  expect(found).toMatchObject(faultOf('ECONNREFUSED', 'Check that PostgreSQL runs'))
  expect(pooler).toMatchObject({ result: 'skipped', found: 'The database can’t be used.' })

  const refused = new URL(database)
  refused.password = 'wrong-word'
  expect((await examination({ DATABASE_URL: refused.href })).database).toMatchObject(
    faultOf('password authentication failed', 'Check the user, the password'),
  )
})

test('a database that can only be read is named', async () => {
  const DATABASE_URL = await newDatabase()
  const name = new URL(DATABASE_URL).pathname.slice(1)
  await run(DATABASE_URL, `alter database "${name}" set default_transaction_read_only = on`)
  expect((await examination({ DATABASE_URL }))['database rights']).toMatchObject({
    result: 'fault',
    found: 'The database can only be read.',
  })
})

test('a user who may not create tables, and one who doesn’t own them, are named', async () => {
  const database = await newDatabase()
  const DATABASE_URL = await withUser(database, 'a-word-of-theirs')
  const { username, pathname } = new URL(DATABASE_URL)
  const rights = async () => (await examination({ DATABASE_URL }))['database rights']
  expect(await rights()).toMatchObject({
    result: 'fault',
    found: `The user "${username}" may not create tables, as migrations do.`,
  })
  await run(
    database,
    `grant create on database "${pathname.slice(1)}" to "${username}"`,
    `grant create on schema public to "${username}"`,
  )
  expect(await rights()).toMatchObject(faultOf(/^Tables belong to somebody else .*public\.users/))
})

test('an older schema and a newer one are named', async () => {
  const migrations = readMigrations()
  const added = ['one', 'two'].map((name, index) => ({
    ...{ name, hash: name, statements: [] },
    writtenAt: (migrations.at(-1)?.writtenAt ?? 0) + index + 1,
  }))
  await withClient(await newDatabase(), async (client) => {
    expect(await examineSchema(client, [...migrations, ...added])).toMatchObject({
      result: 'warning',
      found: '2 migrations are missing, from one on: it belongs to an older version.',
    })
  })
  const newer = await newDatabase()
  const later = (migrations.at(-1)?.writtenAt ?? 0) + 1
  await run(
    newer,
    `insert into drizzle.__drizzle_migrations (hash, created_at, compatible_since) values ('', ${later}, ${later})`,
  )
  expect((await examination({ DATABASE_URL: newer }))['database schema']).toMatchObject(
    faultOf('belongs to a newer version'),
  )
})

test('a statement timeout that is longer than the server’s gets a statement that mends it', async () => {
  const DATABASE_URL = await newDatabase()
  const { username, pathname } = new URL(DATABASE_URL)
  const inDatabase = `alter role "${username}" in database "${pathname.slice(1)}"`
  await run(DATABASE_URL, `${inDatabase} set statement_timeout = '11s'`)
  const { statement_timeout: found } = await examination({ DATABASE_URL })
  expect(found).toMatchObject({
    result: 'fault',
    found: expect.stringContaining('It is 11000 ms.'),
    todo: `${inDatabase} set statement_timeout = 10000`,
  })
  await run(DATABASE_URL, found?.todo ?? '')
  expect((await examination({ DATABASE_URL })).statement_timeout?.result).toBe('ok')
})

test('apps of a key that isn’t there are counted, and those of the earlier one', async () => {
  const DATABASE_URL = await newDatabase()
  const store = await openPostgresqlStore(DATABASE_URL, silentLog)
  const acme = newOrganisation({ name: 'Acme', slug: 'acme', createdAt: new Date() })
  const organisation = { ...acme, id: 'acme' }
  const own = { id: 'ada', organisationId: 'acme', email: 'ada@acme.test', isAdmin: true }
  const entry = entryExample({ organisationId: 'acme' })
  await foundOrganisation(store, 'operator', organisation, userExample(own), [entry])
  await store.close()
  const earlierKey = 'the key that encrypted the secret of the app'
  const sealed = await createSecretBox(earlierKey).seal('secret', 'ada')
  await run(
    DATABASE_URL,
    `insert into second_factors (user_id, secret, begun_at, since, recovery_codes) values ('ada', '${sealed}', now(), now(), '{}')`,
  )
  const found = async (more = {}) =>
    (
      await examination({
        DATABASE_URL,
        TWO_FACTOR_KEY: 'the key that came after the earlier one',
        ...more,
      })
    ).TWO_FACTOR_KEY
  expect(await found()).toMatchObject({
    result: 'fault',
    found: "Apps whose codes can't be checked, because neither key is theirs: 1.",
  })
  expect(await found({ TWO_FACTOR_KEY_ALSO_ACCEPTED: earlierKey })).toMatchObject({
    result: 'ok',
    found: expect.stringContaining('TWO_FACTOR_KEY_ALSO_ACCEPTED: 1.'),
  })
  expect(await found({ TWO_FACTOR: 'off' })).toMatchObject({ result: 'skipped' })
})
