import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { openPgliteStore, openPostgresqlStore } from '../../server/app/sql-store'
import type { Subscription } from '../../server/billing/tables'
import { findMembership } from '../../server/people/person'
import { add } from '../../server/store/change'
import { newFolder } from '../support/folders'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { twoServersForTests } from '../support/two-servers'
import {
  createdAt,
  found,
  founding,
  refundFor,
  sessionOf,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

describe('several servers on one PostgreSQL', () => {
  const { servers } = twoServersForTests()
  test('a failing query is reported without its data', async () => {
    const [organisation, admin] = founding('failing', 'failing@failing.test')
    await found(servers[0], organisation, admin)
    const session = { ...sessionOf(admin), refreshTokenHash: 'secret-hash' }
    await servers[0].save(add('sessions', session))
    const failure = await servers[0].save(add('sessions', session)).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('sessions_primary_key') })
    expect(failure).not.toMatchObject({ message: expect.stringContaining('secret-hash') })
    expect(failure).not.toHaveProperty('cause')
  })
})

describe('a PostgreSQL that can’t be used', () => {
  const password = 'pass%23word'

  test.each([
    [
      'does not answer',
      `postgresql://ada:${password}@127.0.0.1:1/orglens`,
      '"orglens" at 127.0.0.1:1',
    ],
    [
      'has a malformed address',
      `postgresql://ada:${password}@host:port/orglens`,
      'not a valid address',
    ],
    [
      'needs a file that is missing',
      `postgresql://ada:${password}@127.0.0.1/orglens?sslmode=verify-full&sslrootcert=/no-such-file`,
      "DATABASE_URL names the file /no-such-file, which can't be read: ENOENT.",
    ],
    [
      'has an address of another kind',
      `mysql://ada:${password}@host/orglens`,
      'must begin with postgresql://',
    ],
  ])('an error names a database that %s, but not its password', async (_, url, text) => {
    const failure = await openPostgresqlStore(url, silentLog).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining(text) })
    expect(failure).toMatchObject({ message: expect.not.stringMatching(/pass(%23|#)word/) })
  })
})

describe('the embedded database', () => {
  test('after an interrupted first start the embedded database starts afresh, and keeps its data', async () => {
    const path = newFolder()
    mkdirSync(join(path, 'pglite.unfinished'), { recursive: true })
    writeFileSync(join(path, 'pglite.unfinished', 'PG_VERSION'), '18\n')
    const [organisation, user] = founding('kept', 'kept@kept.test')
    const store = await openPgliteStore(path, silentLog)
    await found(store, organisation, user)
    await store.close()
    const reopened = await openPgliteStore(path, silentLog)
    expect(await findMembership(reopened, 'kept@kept.test')).toEqual({
      organisation,
      user,
    })
    await reopened.close()
  })

  test('an unusable directory is named and unlocked', async () => {
    const path = newFolder()
    mkdirSync(join(path, 'pglite'), { recursive: true })
    writeFileSync(join(path, 'pglite', 'PG_VERSION'), '18\n')
    await expect(openPgliteStore(path, silentLog)).rejects.toThrow(
      `The database in ${path} can't be opened`,
    )
    await expect(openPgliteStore(path, silentLog, 0)).rejects.toThrow(
      `The database in ${path} can't be opened`,
    )
  })
})

test('the queries in docs/billing.md list refunds and unlisted payments', async () => {
  const page = readFileSync(new URL('../../docs/billing.md', import.meta.url), 'utf8')
  const section = page.split('## Refunds')[1]?.split('\n## ')[0] ?? ''
  const [refunds = '', unnamed = ''] = [...section.matchAll(/```sql\n(.+?)```/gs)].map(
    ([, query]) => query,
  )
  const url = await createDatabase(inject('postgresqlUrl'))
  const store = await openPostgresqlStore(url, silentLog)
  const [organisation, admin] = founding('acme', 'admin@acme.test')
  await found(store, organisation, admin)
  const ended: Partial<Subscription> = { state: 'void', endedAt: createdAt }
  const named = subscriptionOf(organisation, { ...ended, nextCheckAt: null })
  const waiting = subscriptionOf(organisation, ended)
  await store.save(add('subscriptions', named, waiting))
  const failure = 'More than 6 months old'
  const refund = refundFor(named, { state: 'refused', attempts: 1, failure })
  await store.save(add('refunds', refund))
  await store.close()

  const database = await openClient(url)
  const { rows } = await database.query(refunds)
  expect(rows).toMatchObject([{ payment_id: refund.paymentId, state: 'refused', failure }])
  expect((await database.query(unnamed)).rows).toMatchObject([{ id: waiting.id }])
})
