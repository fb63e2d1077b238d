import { describe, expect, test } from 'vitest'
import type { Organisation, User } from '../../server/people/tables'
import type { Entry } from '../../server/store/entry'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding, secondsLater } from './sql-store-examples'

describe.each(memoryAndSql)('events, in %s', (_name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User

  let organisations = 0
  async function openOrganisation(): Promise<void> {
    organisations += 1
    ;[organisation, admin] = founding(`told-${organisations}`, `admin@told-${organisations}.test`)
    await found(store, organisation, admin)
  }

  const story = () => store.findHistory(organisation.id, null, 9_999)
  const entry = (changes: Partial<Entry> = {}) =>
    entryExample({ organisationId: organisation.id, subject: 'told', ...changes })
  const byAdmin = (changes: Partial<Entry> = {}) =>
    entry({
      actorKind: 'user',
      actorId: admin.id,
      actorName: 'Ada',
      actorEmail: 'a@b.c',
      ...changes,
    })

  test('are stored as given, in order', async () => {
    await openOrganisation()
    const full = byAdmin({
      action: 'payment-failed',
      audience: 'operator',
      subjectId: 'somebody',
      details: { plan: 'Growth', amount: 9900, currency: 'USD', fields: ['name'] },
      network: '203.0.113.7',
      subscriptionId: 'sub_1',
      paymentId: 'pay_1',
      origin: 'webhook',
      outcome: 'failed',
      errorMessage: 'The card’s “bank” said: no 🚫',
      once: `once ${organisation.id}`,
    })
    await store.addEntries([full])
    await store.addEntries([entry({ at: secondsLater(1), id: 'f'.repeat(32) })])
    const entries = await story()
    expect(entries.map(({ action }) => action)).toEqual([
      'signed-up',
      'payment-failed',
      'signed-up',
    ])
    expect(entries[1]).toEqual(full)
    expect(await store.findHistory(organisation.id, full.id, 9)).toHaveLength(1)
    const forAdmins = { organisationId: organisation.id, before: null, action: null, text: null }
    expect((await store.findEntries(forAdmins, 9)).map(({ id }) => id)).toEqual([
      entries[2]?.id,
      entries[0]?.id,
    ])
  })
})
