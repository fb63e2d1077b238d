import { expect, test } from 'vitest'
import { readMigrations } from '../../server/store/migrate'
import { migrateDatabase } from '../../server/store/postgresql/postgresql'
import { newDatabase, schemas } from '../support/earlier-schemas'

/** @returns a connection to a database that lacks a migration and all after it, and what runs those. */
async function databaseBefore(migration: string) {
  const { client, url } = await newDatabase()
  const earlier = readMigrations().slice(0, schemas.indexOf(migration))
  await migrateDatabase(url, undefined, earlier)
  return { database: client, migrate: () => migrateDatabase(url) }
}

test('migrating a database gives each receipt its organisation’s name', async () => {
  const { database, migrate } = await databaseBefore('0027_receipts_organisation_name')
  await database.query(`
    insert into organisations (id, name, slug, created_at)
    values ('acme', 'Acme', 'acme', now()), ('globex', 'Globex', 'globex', now());
    insert into receipts
      (id, subscription_id, organisation_id, plan_name, issued_at, amount, refunded_amount, currency, asked_at)
    values
      ('one', 'of-acme', 'acme', 'Growth', now(), 9900, 0, 'USD', now()),
      ('two', 'of-globex', 'globex', 'Growth', now(), 9900, 0, 'USD', now());
  `)
  await migrate()
  const { rows } = await database.query('select id, organisation_name from receipts order by id')
  expect(rows).toEqual([
    { id: 'one', organisation_name: 'Acme' },
    { id: 'two', organisation_name: 'Globex' },
  ])
})

test('migrating a database keeps its plans and its pending cancellations', async () => {
  const { database, migrate } = await databaseBefore('0004_subscription_checks_and_refunds')
  await database.query(`
    insert into organisations (id, name, slug, created_at) values ('acme', 'Acme', 'acme', now());
    insert into subscriptions
      (id, organisation_id, plan, currency, state, created_at, started_at, ended_at)
    values
      ('unpaid', 'acme', '{}', 'USD', 'unpaid', now(), null, null),
      ('live', 'acme', '{}', 'USD', 'live', now(), now(), null),
      ('confirmed', 'acme', '{}', 'USD', 'cancelled', now(), now(), now()),
      ('waiting', 'acme', '{}', 'USD', 'upgraded', now(), now(), now()),
      ('second', 'acme', '{}', 'USD', 'void', now(), null, now());
    insert into cancellations (subscription_id, refund_due, created_at, next_attempt_at, attempts)
    values ('waiting', false, now(), now(), 3), ('second', true, now(), now(), 0);
    insert into sandbox_subscriptions (id, plan_id, created_at)
    values ('unpaid', 'plan', '2026-03-01T12:00:00Z');
  `)
  await migrate()

  const due = await database.query(
    `select id from subscriptions where next_check_at <= now() order by id`,
  )
  // A plan is compared at once: until then nobody knows its period, and it can't be stopped (D81).
  expect(due.rows.map(({ id }) => id)).toEqual(['live', 'second', 'unpaid', 'waiting'])
  const settled = await database.query('select id from subscriptions where next_check_at is null')
  expect(settled.rows).toEqual([{ id: 'confirmed' }])
  const books = await database.query('select expires_at from sandbox_subscriptions')
  expect(books.rows).toEqual([{ expires_at: new Date('2026-03-02T12:00:00Z') }])
})
