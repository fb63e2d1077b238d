import { describe, expect, test } from 'vitest'
import { JsonPieces } from '../../server/api/handler'
import { createMemoryStore } from '../../server/app/memory-store'
import { exportOf } from '../../server/organisation/person-export'
import { add } from '../../server/store/change'
import type { Entry } from '../../server/store/entry'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding, secondsLater } from './sql-store-examples'

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

test('the export has each time under its own name', async () => {
  const store = createMemoryStore()
  const [organisation, admin] = founding('exported', 'admin@exported.test')
  await found(store, organisation, admin)
  const { id: userId, organisationId, emailKey } = admin
  const [createdAt, at, expiresAt] = [1, 2, 3].map(secondsLater)
  const [first, second, third] = [createdAt, at, expiresAt].map((time) => time?.toISOString())
  const facts: [table: string, row: object, part: string, exported: object][] = [
    ['passkeys', { lastUsedAt: at }, 'passkeys', { added_at: first, last_used_at: second }],
    ['knownBrowsers', { network: 'n', seenAt: at }, 'known_browsers', { network: 'n' }],
    ['sessions', { lastActiveAt: at }, 'sessions', { signed_in_at: first, last_active_at: second }],
    ['passwordLinks', { restoresEmail: 'x' }, 'pending_links', { address: 'x', expires_at: third }],
    ['reports', { pausedAt: at }, 'reports', { asked_for_at: first, paused_at: second }],
    ['copies', { confirmedAt: at, removedAt: null }, 'receipt_copies', { confirmed_at: second }],
    ['invitations', { invitedById: userId }, 'invitations_sent', { invited_at: first }],
    [
      'signIns',
      { firstAt: createdAt, lastAt: at, count: 2 },
      'sign_ins',
      { last_at: second, times: 2 },
    ],
  ]
  for (const [table, row] of facts) {
    const every = { id: table, userId, organisationId, emailKey, createdAt, expiresAt }
    await store.save(add(table as 'passkeys', { ...every, ...row } as never))
  }
  let text = ''
  const services = { store, clock: () => secondsLater(4) }
  for await (const piece of await exportOf(services, admin, organisation)) text += piece
  const data = JSON.parse(text)
  for (const [, , part, exported] of facts) expect(data[part], part).toMatchObject([exported])
})
