import { expect, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMemoryStore } from '../../server/app/memory-store'
import { dayTextOf, writeOfAttempt } from '../../server/audit/sign-ins'
import type { SignInResult } from '../../server/audit/tables'
import { historyOf, isDay, lineOf, type Question } from '../../server/commands/history'
import { readQuestion } from '../../server/commands/question'
import type { User } from '../../server/people/tables'
import { add } from '../../server/store/change'
import { newEntryId } from '../../server/store/entry'
import { found, founding, userOf } from '../api/sql-store-examples'
import { entryExample } from '../support/examples'

const [organisation, admin] = founding('acme', 'admin@acme.test')
const entry = (changes: Partial<Parameters<typeof entryExample>[0]>) =>
  entryExample({ organisationId: organisation.id, ...changes })

/** @returns a store with Acme, and what of its history answers a question. */
async function openAcme() {
  const store = createMemoryStore()
  await found(store, { ...organisation }, admin)
  const ask = (question: Question = {}, timeZone = 'UTC') =>
    linesOf(store, 'acme', question, timeZone)
  return { store, ask }
}

async function linesOf(
  store: Store,
  slug: string,
  question: Question = {},
  timeZone = 'UTC',
): Promise<string[] | null> {
  const history = await historyOf(store, slug, question, timeZone)
  if (!history) return null
  const lines: string[] = []
  for await (const line of history) lines.push(line)
  return lines
}

test('the history is in order, at any length', async () => {
  const { store, ask } = await openAcme()
  for (let index = 0; index < 1_200; index += 1) {
    await store.addEntries([entry({ paymentId: `pay_${index}` })])
  }
  const lines = await ask()
  expect(lines?.[0]).toContain('acme')
  const payments = lines?.flatMap((line) => /pay_\d+/.exec(line) ?? []).map(String)
  expect(payments).toEqual(Array.from({ length: 1_200 }, (_, index) => `pay_${index}`))
})

test('a name of several lines, or with what a terminal obeys, stays one plain line', async () => {
  const store = createMemoryStore()
  const name = 'Acme\u001b[2J\n2026-01-01T00:00:00.000Z  provider  payment-taken'
  await found(store, { ...organisation, name }, admin)
  const [first] = (await linesOf(store, 'acme')) ?? []
  expect(first).toMatch(/^Acme \[2J 2026-01-01T00:00:00.000Z provider payment-taken \(acme, /)
})

test('a line says when, who, what, with which ids, from which source and with what outcome', () => {
  const failed = entry({
    actorKind: 'provider',
    action: 'payment-failed',
    details: { plan: 'Growth' },
    subscriptionId: 'sub_1',
    paymentId: 'pay_1',
    origin: 'webhook',
    outcome: 'failed',
    errorMessage: 'The bank said\nno.',
  })
  expect(lineOf(failed)).toBe(
    '2026-01-02T03:04:05.678Z  provider  payment-failed  plan="Growth"  sub_1  pay_1  (webhook)  FAILED  "The bank said no."',
  )
  const removed = entry({
    actorKind: 'user',
    actorName: 'Ada',
    actorEmail: 'ada@acme.test',
    action: 'removed',
    subject: 'Bob',
    origin: 'browser',
    network: '203.0.113.7',
  })
  expect(lineOf(removed)).toBe(
    '2026-01-02T03:04:05.678Z  Ada <ada@acme.test>  removed  Bob  (browser from 203.0.113.7)',
  )
})

/** Two days of Ada, who is an admin, and Ravi, whom she invited. */
async function twoDays(timeZone = 'UTC') {
  const { store, ask } = await openAcme()
  const ravi = userOf(organisation, 'ravi@acme.test')
  await store.save(add('users', ravi))
  const signIn = async (
    user: User,
    time: string,
    result: SignInResult = 'signed-in',
    network = '203.0.113.7',
  ) => {
    const at = new Date(time)
    const day = dayTextOf(timeZone)(at)
    const attempt = { at, day, result, network, browser: 'Firefox on Windows' }
    const before = await store.one('signIns', { userId: user.id, day, result, network })
    await store.save(writeOfAttempt(before, user, attempt))
  }
  await signIn(admin, '2026-11-23T20:00:00Z')
  await signIn(ravi, '2026-11-24T08:00:00Z')
  await signIn(ravi, '2026-11-24T17:00:00Z')
  await signIn(ravi, '2026-11-24T20:00:00Z', 'wrong-password', '198.51.100.9')
  const by = (user: User) =>
    ({ actorKind: 'user', actorId: user.id, actorEmail: user.email, actorName: 'A' }) as const
  const told = (time: string, changes: Partial<Parameters<typeof entryExample>[0]>) => {
    const at = new Date(time)
    return store.addEntries([entry({ at, id: newEntryId(at), ...changes })])
  }
  const invited = { action: 'invited', subject: 'guest@acme.test' } as const
  await told('2026-11-24T09:00:00Z', { ...by(admin), ...invited })
  await told('2026-11-24T10:00:00Z', { action: 'made-admin', subject: 'R', subjectId: ravi.id })
  await told('2026-11-25T09:00:00Z', { ...by(ravi), action: 'profile-changed' })
  return (question: Question) => ask(question, timeZone)
}

/** @returns of each line the day, the hour and the kind. */
const briefly = (lines: string[] | null) =>
  (lines ?? []).flatMap((line) => {
    const pattern = /^\d{4}-\d\d-(\d\dT\d\d)\S+ {2}.*? {2}([a-z-]+)/
    const [, time, kind] = pattern.exec(line) ?? []
    return time === undefined ? [] : [`${time} ${kind}`]
  })

test('the history of a person has what they did, what was about them, and who signed in as them', async () => {
  const ask = await twoDays()
  expect(briefly(await ask({ address: 'RAVI@acme.test' }))).toEqual([
    '24T08 sign-in',
    '24T10 made-admin',
    '24T20 sign-in',
    '25T09 profile-changed',
  ])
  expect(briefly(await ask({ address: 'guest@acme.test' }))).toEqual(['24T09 invited'])
  await expect(ask({ address: 'nobody@acme.test' })).rejects.toThrow(
    'has, or had, the address nobody@acme.test',
  )
})

test('a line about sign-ins says when, as whom, from where, what was refused, and how often', async () => {
  const lines = await (await twoDays())({ address: 'ravi@acme.test', kinds: ['sign-in'] })
  expect(lines?.slice(1)).toEqual([
    'Only: ravi@acme.test, sign-in',
    '2026-11-24T08:00:00.000Z  <ravi@acme.test>  sign-in  browser="Firefox on Windows"  (browser from 203.0.113.7)  2 times until 2026-11-24T17:00:00.000Z',
    '2026-11-24T20:00:00.000Z  <ravi@acme.test>  sign-in  browser="Firefox on Windows"  (browser from 198.51.100.9)  WRONG PASSWORD',
  ])
})

test('the history of a day is that of a day of the site’s time zone', async () => {
  expect(briefly(await (await twoDays())({ day: '2026-11-24', kinds: ['sign-in'] }))).toEqual([
    '24T08 sign-in',
    '24T20 sign-in',
  ])
  // 01:30 of the next day there.
  const inIndia = await twoDays('Asia/Kolkata')
  const asked = { day: '2026-11-24', kinds: ['sign-in'] }
  expect(briefly(await inIndia(asked))).toEqual(['23T20 sign-in', '24T08 sign-in'])
  expect(briefly(await inIndia({ ...asked, day: '2026-11-25' }))).toEqual(['24T20 sign-in'])
  expect((await inIndia(asked))?.[1]).toBe('Only: 2026-11-24 (Asia/Kolkata), sign-in')
})

test('a day is one of the calendar', () => {
  expect(['2026-11-24', '2028-02-29'].map(isDay)).toEqual([true, true])
  const wrong = ['2026-11-31', '2027-02-29', '24.11.2026', '2026-1-1', 'Tuesday', '2026-11-24T00']
  expect(wrong.filter(isDay)).toEqual([])
})

test('the words of a question are an organisation, and what of its history', () => {
  const words = 'acme ravi@acme.test --day 2026-11-24 --kind sign-in --kind=left'
  expect(readQuestion(words.split(' '))).toEqual({
    slug: 'acme',
    question: { address: 'ravi@acme.test', day: '2026-11-24', kinds: ['sign-in', 'left'] },
  })
})

test.each([
  ['', 'npm run explain -- <slug> [<address>] [--day 2026-11-24] [--kind sign-in]'],
  ['acme globex', 'globex is no address: name one organisation.'],
  [
    'acme --day 2026-11-31',
    '--day takes a day of the calendar, such as 2026-11-24, not 2026-11-31.',
  ],
  ['acme --kind nonsense', 'There is no kind nonsense. The kinds are sign-in, signed-up, joined,'],
])('the words "%s" ask for nothing there is, which is said', (words, text) => {
  expect(() => readQuestion(words.split(' ').filter(Boolean))).toThrow(text)
})
