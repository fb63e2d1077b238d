import { expect, inject, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { foundOrganisation } from '../../server/auth/signup'
import { findMigrations } from '../../server/commands/doctor/database'
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
  const added = ['one', 'two'].map((name, index) => ({
    ...{ name, hash: name, statements: [] },
    writtenAt: (migrations.at(-1)?.writtenAt ?? 0) + index + 1,
  }))
  expect(await findMigrations(await newDatabase(), [...migrations, ...added])).toMatchObject({
    result: 'warning',
    found: '2 migrations are missing, from one on: it belongs to an older version.',
  })
  const newer = await newDatabase()
  const later = (migrations.at(-1)?.writtenAt ?? 0) + 1
  await run(
    newer,
    `insert into drizzle.__drizzle_migrations (hash, created_at, compatible_since) values ('', ${later}, ${later})`,
  )
  expect((await examination({ DATABASE_URL: newer })).migrations).toMatchObject(
    faultOf('belongs to a newer version'),
  )
})

test('apps of a key that isn’t there are counted, and those of the earlier one', async () => {
  const DATABASE_URL = await newDatabase()
  const store = await openPostgresqlStore(DATABASE_URL, silentLog)
  const acme = newOrganisation({ name: 'Acme', slug: 'acme', createdAt: new Date() })
  const organisation = { ...acme, id: 'acme' }
  const own = { id: 'ada', organisationId: 'acme', email: 'ada@acme.test', isAdmin: true }
  const entry = entryExample({ organisationId: 'acme' })
  await foundOrganisation(store, null, organisation, userExample(own), [entry])
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
    ).keys
  expect(await found()).toMatchObject({
    result: 'fault',
    found: 'Not those of 1: neither key has encrypted their secret.',
  })
  expect(await found({ TWO_FACTOR_KEY_ALSO_ACCEPTED: earlierKey })).toMatchObject({
    result: 'ok',
    found: 'Yes; 1 still need TWO_FACTOR_KEY_ALSO_ACCEPTED.',
  })
  expect(await found({ TWO_FACTOR: 'off' })).toMatchObject({ result: 'skipped' })
})
