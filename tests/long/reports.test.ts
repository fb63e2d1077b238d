import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startMailServer } from '../support/mail-server'
import { startMetabase } from '../support/metabase-server'
import { openClient } from '../support/open-client'
import { postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { startServerProcess } from '../support/server-process'

const secretKey = 'the embedding key of a Metabase, long enough'
/** Of each organisation. */
const people = 5
const organisations = 8

test('two servers mail each due report once, each organisation its own rows, and go on when one is killed', async () => {
  const [mails, metabase] = await Promise.all([
    startMailServer(),
    startMetabase({
      secretKey,
      dashboards: {
        7: {
          lockedParameters: ['organisation'],
          cards: [
            {
              name: 'Rows',
              display: 'table',
              columns: [{ name: 'whose', base_type: 'type/Text' }],
              rows: ({ organisation }) => [[`rows of ${organisation}`]],
            },
          ],
        },
      },
    }),
  ])
  onTestFinished(mails.stop)
  onTestFinished(metabase.stop)
  const url = await createDatabase(inject('postgresqlUrl'))
  const settings = {
    DATABASE_URL: url,
    DASHBOARDS: 'metabase',
    METABASE_SITE_URL: metabase.url,
    METABASE_SECRET_KEY: secretKey,
    METABASE_DASHBOARD_ID: '7',
    METABASE_ORGANISATION_VALUE: 'id',
    MAIL_DELIVERY: 'smtp',
    SMTP_URL: mails.url,
    SMTP_TLS: 'optional',
    MAIL_FROM: 'mail@orglens.test',
    RATE_LIMITS: 'off',
  }
  const first = await startServerProcess(settings)
  const second = await startServerProcess(settings)
  onTestFinished(first.stop)
  onTestFinished(second.stop)
  const database = await openClient(url)

  const ids: string[] = []
  for (let index = 0; index < organisations; index += 1) {
    const { status } = await postTo(first.url, 'signup', {
      fullname: 'Ada',
      email: `admin-${index}@orglens.test`,
      password: 'a long password',
      organization: `Company ${index}`,
    })
    expect(status).toBe(200)
  }
  await database.query('update users set is_address_proven = true')
  const { rows: users } = await database.query<{ id: string; organisation_id: string }>(
    'select id, organisation_id from users',
  )
  const soon = new Date(Date.now() + 3_000)
  for (const { id, organisation_id } of users) {
    for (let turn = 0; turn < people; turn += 1) {
      const report = crypto.randomUUID()
      ids.push(report)
      await database.query(
        `insert into reports (id, user_id, organisation_id, dashboard_id, every, hour, time_zone,
          locale, due_at, run_at, attempts, failures, last_figures, created_at)
        values ($1, $2, $3, '7', 'day', 8, 'UTC', 'en-GB', $4, $4, 0, 0, '[]', now())`,
        [report, id, organisation_id, soon],
      )
    }
  }
  const reports = () => mails.received.filter(({ text }) => text.includes('/stop-report/'))
  await expect.poll(() => reports().length, { timeout: 60_000 }).toBeGreaterThan(5)
  await first.kill()
  await expect
    .poll(() => reports().length, { timeout: 400_000, interval: 1_000 })
    .toBeGreaterThanOrEqual(ids.length)
  await sleep(10_000)

  const messageIds = new Set(reports().map(({ headers }) => headers.get('message-id')?.[0]))
  expect(messageIds.size).toBe(ids.length)
  const owners = new Map(users.map((user, index) => [`admin-${index}@orglens.test`, user]))
  const emails = await database.query<{ email: string; organisation_id: string }>(
    'select email, organisation_id from users',
  )
  expect(owners.size).toBe(emails.rows.length)
  for (const { email, organisation_id } of emails.rows) {
    const theirs = reports().filter(({ to }) => to.includes(email))
    expect(theirs.length).toBeGreaterThanOrEqual(people)
    for (const { html } of theirs) {
      expect(html.match(/rows of [\w-]+/g)).toEqual([`rows of ${organisation_id}`])
    }
  }
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from reports where last_at is not null and due_at > now() and failures = 0`,
  )
  expect(Number(rows[0]?.count)).toBe(ids.length)
})
