import { describe, expect, test } from 'vitest'
import { JsonPieces } from '../../server/api/handler'
import { createMemoryStore } from '../../server/app/memory-store'
import { exportOf } from '../../server/organisation/person-export'
import { add } from '../../server/store/change'
import type { Entry } from '../../server/store/entry'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { reportOf } from '../support/report-examples'
import {
  found,
  founding,
  invitationTo,
  resetOf,
  secondsLater,
  sessionOf,
} from './sql-store-examples'

test('an answer is made no further once nobody reads it, and its failure is told', async () => {
  let hasEnded = false
  async function* endless() {
    try {
      for (;;) yield 'a piece'
    } finally {
      hasEnded = true
    }
  }
  async function* failing() {
    yield 'a piece'
    throw new Error('no more')
  }
  const told: unknown[] = []
  const read = (pieces: AsyncGenerator<string>) =>
    new JsonPieces(pieces).toStream((error) => told.push(error)).getReader()
  const left = read(endless())
  await left.read()
  await left.cancel()
  expect([hasEnded, told]).toEqual([true, []])
  const broken = read(failing())
  await expect(broken.read().then(() => broken.read())).rejects.toThrow('no more')
  expect(told).toEqual([new Error('no more')])
})

describe.each(memoryAndSql)('the export of a long audit log, from %s', (_name, open) => {
  const store = storeForTests(open)

  test('has every entry about the user once, in order', async () => {
    const [organisation, admin] = founding('exported', 'admin@exported.test')
    await found(store, organisation, admin)
    const indices = Array.from({ length: 1_000 }, (_, index) => index)
    const entries = indices.map((index) =>
      entryExample({
        organisationId: organisation.id,
        id: index.toString().padStart(32, '0'),
        subjectId: index % 5 === 4 ? 'somebody else' : admin.id,
        subject: `entry ${index}`,
        details: { addresses: ['mia@acme.test', 'ravi@acme.test'] },
      }),
    )
    await store.addEntries(entries as [Entry, ...Entry[]])
    const services = { store, clock: () => secondsLater(90) }
    let text = ''
    for await (const piece of await exportOf(services, admin, organisation)) text += piece
    const { audit_log: exported, account } = JSON.parse(text)
    expect(account).toMatchObject({ email: admin.email })
    // Not those of others.
    expect(exported[0].details).toEqual({ count: 2 })
    const subjects = exported.flatMap(({ about }: { about?: string }) => about ?? [])
    expect(subjects).toEqual(
      indices.flatMap((index) => (index % 5 === 4 ? [] : [`entry ${index}`])),
    )
  })
})

test('the export has each fact under its own name', async () => {
  const store = createMemoryStore()
  const [organisation, admin] = founding('exported', 'admin@exported.test')
  await found(store, organisation, admin)
  const { id: userId, organisationId, email, emailKey } = admin
  const [one, two, three] = [1, 2, 3].map(secondsLater) as [Date, Date, Date]
  const [first, second, third] = [one, two, three].map((time) => time.toISOString())
  const [place, own] = [
    { browser: 'Firefox', network: '192.0.2.1' },
    { id: 'own', userId },
  ]
  const key = { credentialId: 'c', publicKey: '', counter: 0, transports: [], isSynced: true }
  const passkey = { ...own, ...key, name: 'Key', domain: 'd', createdAt: one, lastUsedAt: two }
  await store.save(add('passkeys', passkey))
  await store.save(add('knownBrowsers', { userId, ...place, seenAt: two }))
  const times = { createdAt: one, expiresAt: three }
  await store.save(add('sessions', { ...sessionOf(admin), ...times, lastActiveAt: two }))
  const restoresEmail = 'before@exported.test'
  await store.save(add('passwordLinks', { ...resetOf(admin), ...times, restoresEmail }))
  const made = { pausedAt: two, lastAt: three }
  await store.save(add('reports', reportOf(admin, one, made)))
  const copy = { id: 'copy', organisationId, email, emailKey, createdAt: one, confirmedAt: two }
  await store.save(add('copies', { ...copy, refusedAt: null, removedAt: null }))
  const invitation = {
    ...invitationTo(organisation, 'guest@x.test'),
    ...times,
    invitedById: userId,
  }
  await store.save(add('invitations', invitation))
  const attempts = {
    day: '2026-01-02',
    result: 'signed-in',
    firstAt: one,
    lastAt: two,
    count: 2,
  } as const
  await store.save(add('signIns', { ...own, organisationId, email, ...place, ...attempts }))
  const factor = { userId, secret: '', begunAt: one, since: two, lastStep: 1, recoveryCodes: ['a'] }
  await store.save(add('secondFactors', factor))
  let text = ''
  const services = { store, clock: () => three }
  for await (const piece of await exportOf(services, admin, organisation)) text += piece
  expect(JSON.parse(text)).toMatchObject({
    exported_at: third,
    account: { second_factor: { since: second, recovery_codes_left: 1 } },
    passkeys: [{ is_synced: true, added_at: first, last_used_at: second }],
    known_browsers: [{ ...place, last_signed_in_at: second }],
    sessions: [{ signed_in_at: first, last_active_at: second, expires_at: third }],
    pending_links: [
      { kind: 'puts an address back', address: restoresEmail, mailed_at: first, expires_at: third },
    ],
    reports: [{ asked_for_at: first, paused_at: second, last_made_at: third }],
    receipt_copies: [{ added_at: first, confirmed_at: second }],
    invitations_sent: [{ invited_at: first, expires_at: third }],
    sign_ins: [{ ...place, first_at: first, last_at: second, times: 2 }],
  })
})
