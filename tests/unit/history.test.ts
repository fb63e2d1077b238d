import { expect, test } from 'vitest'
import { historyOf, lineOf } from '../../server/domain/history'
import { createMemoryStore } from '../../server/store/memory'
import { founding } from '../api/sql-store-examples'
import { entryExample } from '../support/examples'
import { testStore } from '../support/test-store'

const [organisation, admin] = founding('acme', 'admin@acme.test')
const entry = (changes: Partial<Parameters<typeof entryExample>[0]>) =>
  entryExample({ organisationId: organisation.id, ...changes })

async function linesOf(
  slug: string,
  store = testStore(createMemoryStore()),
): Promise<string[] | null> {
  await store.createOrganisation(organisation, admin)
  const history = await historyOf(store, slug)
  if (!history) return null
  const lines: string[] = []
  for await (const line of history) lines.push(line)
  return lines
}

test('the history is in order, at any length, without entries for admins only', async () => {
  const store = testStore(createMemoryStore())
  await store.createOrganisation(organisation, admin)
  for (let index = 0; index < 1_200; index += 1) {
    await store.addEntries([entry({ paymentId: `pay_${index}` })])
  }
  await store.addEntries([entry({ audience: 'admins', subject: 'none of your business' })])
  const lines = await linesOf('acme', store)
  expect(lines?.[0]).toContain('acme')
  const payments = lines?.flatMap((line) => /pay_\d+/.exec(line) ?? []).map(String)
  expect(payments).toEqual(Array.from({ length: 1_200 }, (_, index) => `pay_${index}`))
  expect(lines?.join()).not.toContain('none of your business')
})

test('a name of several lines, or with what a terminal obeys, stays one plain line', async () => {
  const store = testStore(createMemoryStore())
  const name = 'Acme\u001b[2J\n2026-01-01T00:00:00.000Z  provider  payment-taken'
  await store.createOrganisation(
    { ...organisation, id: 'other', slug: 'other', name },
    {
      ...admin,
      id: 'other',
      organisationId: 'other',
      email: 'other@acme.test',
      emailKey: 'other@acme.test',
    },
  )
  const lines = await linesOf('other', store)
  expect(lines?.[0]).toMatch(
    /^Acme \[2J 2026-01-01T00:00:00.000Z provider payment-taken \(other, other\)/,
  )
})

test('an unknown organisation has no history', async () => {
  expect(await linesOf('nobody')).toBeNull()
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
    lastWords: 'The bank said\nno.',
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
