import { expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { createMemoryStore } from '../../server/app/memory-store'
import { auditLogHandlers } from '../../server/audit/audit-log'
import { attemptOf, dayTextOf, writeOfAttempt } from '../../server/audit/sign-ins'
import type { SignInResult } from '../../server/audit/tables'
import { historyOf, lineOf, type Question } from '../../server/commands/history'
import { readQuestion } from '../../server/commands/question'
import type { User } from '../../server/people/tables'
import { add, set } from '../../server/store/change'
import { type Entry, newEntryId } from '../../server/store/entry'
import { found, founding, subscriptionOf, userOf } from '../api/sql-store-examples'
import { entryExample } from '../support/examples'

const [organisation, admin] = founding('acme', 'admin@acme.test')
const entry = (changes: Partial<Parameters<typeof entryExample>[0]>) =>
  entryExample({ organisationId: organisation.id, ...changes })

/** @returns a store with Acme, and what of its history answers a question, without the heading. */
async function openAcme(timeZone = 'UTC') {
  const store = createMemoryStore()
  // A name of several lines, and with what a terminal obeys.
  const name = 'Acme\u001b[2J\n2026-01-01T00:00:00.000Z  provider  payment-taken'
  await found(store, { ...organisation, name }, admin)
  async function ask(question: Question = {}): Promise<string[]> {
    const lines: string[] = []
    for await (const line of (await historyOf(store, 'acme', question, timeZone)) ?? [])
      lines.push(line)
    const heading = /^Acme \[2J 2026-01-01T00:00:00.000Z provider payment-taken \(acme, /
    expect(lines.shift()).toMatch(heading)
    return lines
  }
  return { store, ask }
}

test('the history is in order, at any length', async () => {
  const { store, ask } = await openAcme()
  const payments = Array.from({ length: 1_200 }, (_, index) => `pay_${index}`)
  for (const paymentId of payments) await store.addEntries([entry({ paymentId })])
  const lines = await ask()
  expect(lines.flatMap((line) => /pay_\d+/.exec(line)?.[0] ?? [])).toEqual(payments)
})

test('a line says when, who, what, with which ids, from which source and with what outcome', () => {
  const failed = entry({
    ...{ actorKind: 'provider', action: 'payment-failed', details: { plan: 'Growth' } },
    ...{ subscriptionId: 'sub_1', paymentId: 'pay_1', origin: 'webhook', outcome: 'failed' },
    errorMessage: 'The bank said\nno.',
  })
  expect(lineOf(failed)).toBe(
    '2026-01-02T03:04:05.678Z  provider  payment-failed  plan="Growth"  sub_1  pay_1  (webhook)  FAILED  "The bank said no."',
  )
  const removed = entry({
    ...{ actorKind: 'user', actorName: 'Ada', actorEmail: 'ada@acme.test', action: 'removed' },
    ...{ subject: 'Bob', origin: 'browser', network: '203.0.113.7' },
  })
  expect(lineOf(removed)).toBe(
    '2026-01-02T03:04:05.678Z  Ada <ada@acme.test>  removed  Bob  (browser from 203.0.113.7)',
  )
})

/** Two days of Ada, who is an admin, and Ravi, whom she invited. @returns what answers a question about them. */
async function twoDays(timeZone = 'UTC') {
  const { store, ask } = await openAcme(timeZone)
  const ravi = userOf(organisation, 'ravi@acme.test')
  await store.save(add('users', ravi))
  async function signIn(user: User, time: string, result: SignInResult, network: string) {
    const at = new Date(time)
    const day = dayTextOf(timeZone)(at)
    const attempt = { at, day, result, network, browser: 'Firefox on Windows' }
    const before = await store.one('signIns', { userId: user.id, day, result, network })
    await store.save(writeOfAttempt(before, user, attempt))
  }
  await signIn(admin, '2026-11-23T20:00:00Z', 'signed-in', '203.0.113.7')
  await signIn(ravi, '2026-11-24T08:00:00Z', 'signed-in', '203.0.113.7')
  await signIn(ravi, '2026-11-24T17:00:00Z', 'signed-in', '203.0.113.7')
  await signIn(ravi, '2026-11-24T20:00:00Z', 'wrong-password', '198.51.100.9')
  const enter = (time: string, changes: Partial<Parameters<typeof entryExample>[0]>) => {
    const at = new Date(time)
    return store.addEntries([entry({ at, id: newEntryId(at), ...changes })])
  }
  const { id: actorId, email: actorEmail } = ravi
  const by = { actorKind: 'user', actorId, actorEmail, actorName: 'R' } as const
  await enter('2026-11-24T09:00:00Z', { action: 'invited', subject: 'guest@acme.test' })
  const addresses = ['other@acme.test', 'third@acme.test']
  await enter('2026-11-24T09:30:00Z', { action: 'invited', details: { addresses } })
  await enter('2026-11-24T10:00:00Z', { action: 'made-admin', subject: 'R', subjectId: ravi.id })
  await enter('2026-11-25T09:00:00Z', { ...by, action: 'profile-changed' })
  async function briefly(question: Question) {
    const pattern = /^\d{4}-\d\d-(\d\dT\d\d)\S+ {2}.*? {2}([a-z-]+)/
    return (await ask(question)).flatMap((line) => pattern.exec(line)?.slice(1).join(' ') ?? [])
  }
  return { ask, briefly }
}

test('the history of a person has what they did, what was about them, and who signed in as them', async () => {
  const { ask, briefly } = await twoDays()
  expect(await briefly({ address: 'RAVI@acme.test' })).toEqual([
    ...['24T08 sign-in', '24T10 made-admin', '24T20 sign-in', '25T09 profile-changed'],
  ])
  for (const address of ['guest@acme.test', 'other@acme.test'])
    expect(await briefly({ address })).toEqual(['24T09 invited'])
  await expect(ask({ address: 'nobody@acme.test' })).rejects.toThrow(
    'has, or had, the address nobody@acme.test',
  )
  expect(await ask({ address: 'ravi@acme.test', kinds: ['sign-in'] })).toEqual([
    'Only: ravi@acme.test, sign-in',
    '2026-11-24T08:00:00.000Z  <ravi@acme.test>  sign-in  browser="Firefox on Windows"  (browser from 203.0.113.7)  2 times until 2026-11-24T17:00:00.000Z',
    '2026-11-24T20:00:00.000Z  <ravi@acme.test>  sign-in  browser="Firefox on Windows"  (browser from 198.51.100.9)  WRONG PASSWORD',
  ])
})

test('the history begins with the end that was asked for and the reports, and says where it has nothing', async () => {
  const { store, ask } = await openAcme()
  const [at, dueAt] = [new Date('2026-01-02T00:00:00Z'), new Date('2099-01-02T00:00:00Z')]
  const { id: organisationId } = organisation
  const asked = { requestedAt: at, requestedById: admin.id, requestedBy: 'Ada', dueAt }
  await store.save(add('deletions', { organisationId, ...asked } as never))
  const schedule = { dashboardId: 'overview', every: 'day', hour: 8, timeZone: 'UTC' }
  const last = { dueAt: null, pauseReason: 'failures', lastAt: at, lastFailure: 'no-figures' }
  const report = { id: 'r', userId: admin.id, organisationId, ...schedule, ...last }
  const next = { ...report, id: 's', dueAt, lastAt: null }
  await store.save(add('reports', report as never, next as never))
  const [end, ...rest] = await ask()
  expect(end).toBe(
    'To be deleted on 2099-01-02T00:00:00.000Z: Ada asked for that on 2026-01-02T00:00:00.000Z.',
  )
  expect(rest).toEqual([
    'Report of overview to <admin@acme.test>, every day at 08:00 (UTC)  paused: failures  last 2026-01-02T00:00:00.000Z FAILED: no-figures',
    'Report of overview to <admin@acme.test>, every day at 08:00 (UTC)  next 2099-01-02T00:00:00.000Z',
    expect.stringContaining('signed-up'),
  ])
  expect(await ask({ kinds: ['refund-owed'] })).toEqual([
    ...[end, 'Only: refund-owed'],
    'Nothing of that is kept: sign-ins are for 90 days, all else for 400.',
  ])
  await store.save(set('deletions', { organisationId }, { dueAt: at }))
  const since = 'To be deleted since 2026-01-02T00:00:00.000Z'
  expect((await ask())[0]).toContain(`${since}, is next: Ada asked`)
  await store.save(add('subscriptions', subscriptionOf(organisation, { state: 'live' })))
  expect((await ask())[0]).toContain(`${since}, waits for its plan to end: Ada asked`)
})

test('the history of a day is that of a day of the site’s time zone', async () => {
  const question = { day: '2026-11-24', kinds: ['sign-in'] }
  const { briefly } = await twoDays()
  expect(await briefly(question)).toEqual(['24T08 sign-in', '24T20 sign-in'])
  // 01:30 of the next day there.
  const inIndia = await twoDays('Asia/Kolkata')
  expect(await inIndia.briefly(question)).toEqual(['23T20 sign-in', '24T08 sign-in'])
  expect((await inIndia.ask(question))[0]).toBe('Only: 2026-11-24 (Asia/Kolkata), sign-in')
  const there = { timeZone: 'Asia/Kolkata', clock: () => new Date('2026-11-23T20:00:00Z') }
  const { day } = attemptOf(there, 'signed-in', { network: networkOf(''), browser: '' })
  expect(day).toBe('2026-11-24')
})

test.each([
  ['acme ada@acme.test more', 'npm run explain -- <slug>'],
  ['acme globex', 'globex is no address: name one organisation.'],
  ['acme --day 2026-11-31', '--day takes a day of the calendar, such as 2026-11-24'],
  ['acme --kind nonsense', 'There is no kind nonsense. The kinds are sign-in, signed-up, joined,'],
])('the words "%s" ask for nothing there is, which is said', (words, text) => {
  expect(() => readQuestion(words.split(' ').filter(Boolean))).toThrow(text)
})

test('a search of the audit log finds what is older than thousands of entries', async () => {
  const { store } = await openAcme()
  const entries = Array.from({ length: 10_001 }, (_, index) =>
    entry({
      id: String(index).padStart(32, '0'),
      // The first of all, and the first of a part that is searched at once.
      subject: [0, 5_002].includes(index) ? `Oldest ${index}` : 'Other',
    }),
  )
  await store.addEntries(entries as [Entry, ...Entry[]])
  const read = async (body: object) => {
    const call = { services: { store }, caller: { organisation }, body }
    return (await auditLogHandlers.getAuditLog(call as never)).data
  }
  const found = await read({ text: 'oldest' })
  expect(found.map(({ subject }) => subject)).toEqual(['Oldest 5002', 'Oldest 0'])
  // Without a number a hundred, and a text of which nothing shows searches for nothing.
  for (const body of [{}, { text: ' \u200b ' }]) expect(await read(body)).toHaveLength(100)
  // Of a later version of Orglens.
  await store.addEntries([entry({ id: '1'.repeat(32), action: 'unheard-of' as never })])
  expect(await read({ most: 1 })).toEqual([])
})
