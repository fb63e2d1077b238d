import { expect, inject, onTestFinished, test } from 'vitest'
import { deferred } from '../support/deferred'
import { type ReceivedMail, startMailServer } from '../support/mail-server'
import { startMetabase } from '../support/metabase-server'
import { openClient } from '../support/open-client'
import { postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { startServerProcess } from '../support/server-process'

const secretKey = 'the embedding key of a Metabase, long enough'
const organisations = 12
/** Of each organisation's person. */
const reportsOfEach = 2
/** How many mails a server delivers at once. */
const deliveries = 5

const isReport = ({ text }: ReceivedMail) => text.includes('/stop-report/')

/** The report that a mail's link stops. */
function reportOf({ text }: ReceivedMail): string {
  const [, claims = ''] = /\/stop-report\/[^~\s]+~([^~\s]+)~/.exec(text) ?? []
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).sub
}

test('two servers mail each due report once, each organisation its own rows, and go on when one is killed', async () => {
  const killed = deferred()
  const mails = await startMailServer({
    // What a server has delivered and doesn't know of when it dies, the other one delivers again.
    beforeConfirming: async (mail) => void (isReport(mail) && (await killed.promise)),
  })
  onTestFinished(mails.stop)
  const metabase = await startMetabase({
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
          // Reading it is given up after ten seconds: a server dies while it makes reports, too.
          { name: 'Late', display: 'scalar', fault: 'slow' },
        ],
      },
    },
  })
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
  const { rows: users } = await database.query<{
    id: string
    email: string
    organisation_id: string
  }>(`select id, email, organisation_id from users where email like 'admin-%@orglens.test'`)
  expect(users).toHaveLength(organisations)
  /** The ids of the reports of each address. */
  const reportsOf = new Map<string, string[]>()
  const due = new Date()
  for (const { id, email, organisation_id } of users) {
    const ids = Array.from({ length: reportsOfEach }, () => crypto.randomUUID())
    reportsOf.set(email, ids)
    for (const report of ids) {
      await database.query(
        `insert into reports (id, user_id, organisation_id, dashboard_id, every, hour, time_zone,
          locale, due_at, run_at, attempts, failures, last_figures, created_at)
        values ($1, $2, $3, '7', 'day', 8, 'UTC', 'en-GB', $4, $4, 0, 0, '[]', now())`,
        [report, id, organisation_id, due],
      )
    }
  }

  const received = () => mails.received.filter(isReport)
  const count = async (query: string) =>
    Number((await database.query<{ count: string }>(query)).rows[0]?.count)
  // More than one server delivers at once: the first one is delivering some of them.
  await expect.poll(() => received().length, { timeout: 120_000 }).toBeGreaterThan(deliveries)
  const notMade = 'select count(*) from reports where last_at is null'
  expect(await count(notMade)).toBeGreaterThan(0)
  await first.kill()
  killed.resolve()
  // Leases of the killed one end within three minutes.
  const wait = { timeout: 420_000, interval: 1_000 }
  await expect.poll(() => count(notMade), wait).toBe(0)
  const notSent = 'select count(*) from mails where report_id is not null'
  await expect.poll(() => count(notSent), wait).toBe(0)

  // What was delivered a second time is recognised by its Message-ID.
  const messagesOf = new Map<string, Set<string | undefined>>()
  for (const mail of received()) {
    const messages = messagesOf.get(reportOf(mail)) ?? new Set()
    messagesOf.set(reportOf(mail), messages.add(mail.headers.get('message-id')?.[0]))
  }
  const ids = [...reportsOf.values()].flat()
  expect([...messagesOf.keys()].sort()).toEqual(ids.toSorted())
  for (const messages of messagesOf.values()) expect(messages.size).toBe(1)
  expect(received().length).toBeGreaterThan(ids.length)

  for (const { email, organisation_id } of users) {
    const theirs = received().filter(({ to }) => to.includes(email))
    expect(new Set(theirs.map(reportOf))).toEqual(new Set(reportsOf.get(email)))
    for (const { html, text, csv } of theirs) {
      for (const part of [html, text, csv ?? '']) {
        expect(part.match(/rows of [\w-]+/g)).toEqual([`rows of ${organisation_id}`])
      }
      expect(text).toContain('‘Late’ couldn’t be read this time')
    }
  }
  expect(await count('select count(*) from reports where due_at > now() and failures = 0')).toBe(
    ids.length,
  )
})
