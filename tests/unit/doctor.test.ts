import { mkdirSync, readdirSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { checkFolder } from '../../server/commands/doctor/data-folder'
import { checkAppUrl, checkProxies } from '../../server/commands/doctor/outside'
import { ask, asText, fault, ok, warning } from '../../server/commands/doctor/question'
import { checkMail, checkMetabase } from '../../server/commands/doctor/services'
import { readServerSettings } from '../../server/node/settings/settings'
import { commit, version } from '../../server/node/watch/version'
import { databaseIn, lockIn } from '../../server/store/pglite/data-folder'
import { acquireDirectoryLock } from '../../server/store/pglite/directory-lock'
import { newFolder } from '../support/folders'
import { startMailServer } from '../support/mail-server'
import { metabase, smtp } from '../support/settings-examples'

/** What is examined without a server or a database; `tests/api/doctor.test.ts` has the rest. */

type Answer = NonNullable<Awaited<Parameters<typeof checkProxies>[0]>>

/** @returns what a server answers that knows the doctor. */
const answerOf = (changes: object = {}): Promise<Answer> => {
  const seen = { forwardedFor: '192.0.2.1', trustedProxies: 0 }
  const build = { version, commit, clockDifference: 0, seen }
  return Promise.resolve({ kind: 'orglens', ...build, ...changes } as Answer)
}

test.each([
  ['192.0.2.1', 0, 'ok', null],
  ['192.0.2.1, 203.0.113.7', 0, 'fault', 1],
  ['192.0.2.1, 203.0.113.7', 1, 'ok', null],
  ['192.0.2.1, 203.0.113.7', 2, 'fault', 1],
  // A proxy that replaces what the client sent.
  ['203.0.113.7', 1, 'ok', null],
  [null, 1, 'fault', 0],
])('behind proxies that leave %j a server that trusts %i has: %s', async (...row) => {
  const [forwardedFor, trustedProxies, result, right] = row
  const found = await checkProxies(answerOf({ seen: { forwardedFor, trustedProxies } }))
  const todo = right === null ? null : expect.stringContaining(`Set TRUSTED_PROXIES=${right}, and`)
  expect(found).toMatchObject({ result, todo })
})

test.each([
  [{}, 'ok', `Yes, as ${version} (${commit}).`],
  [{ version: '0.9.0' }, 'warning', `Yes, as 0.9.0 (${commit}); this is ${version} (${commit}).`],
  [{ commit: 'other' }, 'warning', `Yes, as ${version} (other); this is ${version} (${commit}).`],
  [{ clockDifference: 40_000, seen: null }, 'fault', "Its clock is 40 s ahead of this machine's."],
  [{ clockDifference: -40_000 }, 'fault', "Its clock is 40 s behind this machine's."],
  [{ seen: null }, 'fault', "doesn't know this ACCESS_TOKEN_SECRET"],
  [{ kind: 'other', status: 404 }, 'fault', "answers 404, which isn't Orglens's answer"],
])('an address that answers %j is: %s', async (changes, result, text) => {
  const settings = readServerSettings({ APP_URL: 'http://app.test' })
  const { result: is, found } = await checkAppUrl(settings, answerOf(changes))
  expect([is, found]).toEqual([result, expect.stringContaining(text)])
})

test('a data folder without a database is a warning, and one in use names its process', async () => {
  const folder = newFolder()
  const found = `There is no database in ${folder}.`
  expect(await checkFolder(folder)).toMatchObject({ result: 'warning', found })
  expect(readdirSync(folder)).toEqual([])
  mkdirSync(databaseIn(folder))
  const { release } = await acquireDirectoryLock(lockIn(folder), 'It', 0)
  const { result, found: holder } = await checkFolder(folder)
  expect([result, holder]).toEqual(['ok', expect.stringContaining(`the process ${process.pid}.`)])
  release()
  expect((await checkFolder(folder)).found).toContain('No process has it open.')
})

test('a mail server that lets us in is one, and gets a mail only where that is asked for', async () => {
  const server = await startMailServer()
  const settings = readServerSettings({ ...smtp, SMTP_URL: server.url, SMTP_TLS: 'optional' })
  expect(await checkMail(settings, null)).toMatchObject({ result: 'ok' })
  expect(server.received).toEqual([])
  expect(await checkMail(settings, 'ada@acme.test')).toMatchObject({ result: 'ok' })
  expect(server.received.map(({ to }) => to)).toEqual([['ada@acme.test']])
  await server.stop()
  const { result, found } = await checkMail(settings, null)
  expect([result, found]).toEqual(['fault', expect.stringContaining(new URL(server.url).host)])
})

test('a Metabase that is down, or refuses a dashboard, is a fault with its answer', async () => {
  const settings = readServerSettings(metabase)
  let [health, dashboard] = [200, 200]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const isHealth = String(url) === 'https://metabase.example.test/api/health'
    return new Response('its words', { status: isHealth ? health : dashboard })
  })
  expect(await checkMetabase(settings)).toMatchObject({ result: 'ok' })
  dashboard = 400
  expect(await checkMetabase(settings)).toMatchObject({
    ...{ result: 'fault', found: 'It refuses "Overview": 400 its words' },
  })
  health = 503
  expect((await checkMetabase(settings)).found).toContain('/api/health answers 503.')
})

test('a question that fails, or gets no answer for 20 s, is a fault', async () => {
  const cause = new Error('refused')
  expect(await ask('Why?', () => Promise.reject(new Error('failed', { cause })))).toMatchObject({
    ...{ question: 'Why?', result: 'fault', found: 'failed: refused' },
  })
  vi.useFakeTimers()
  const hanging = ask('When?', () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(20_000)
  const found = 'There was no answer within 20 s.'
  expect(await hanging).toMatchObject({ result: 'fault', found })
})

test('the report for people counts what needs them', () => {
  const wait = warning('Almost.', 'Wait.')
  const reports = [ok('Yes.'), wait, fault('No.', 'Act.'), wait]
  expect(asText(reports.map((one) => ({ question: 'Does it?', ...one })))).toBe(
    `ok       Does it? Yes.
warning  Does it? Almost.
         To do: Wait.
fault    Does it? No.
         To do: Act.
warning  Does it? Almost.
         To do: Wait.
Faults: 1. Warnings: 2.`,
  )
})
