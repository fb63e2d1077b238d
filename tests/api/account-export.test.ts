import { beforeAll, describe, expect, test, vi } from 'vitest'
import { JsonPieces } from '../../server/api/handler'
import type { Store } from '../../server/api/store'
import { exportOf } from '../../server/organisation/person-export'
import type { Entry } from '../../server/store/entry'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding, secondsLater } from './sql-store-examples'

const many = 1_000

describe.each(memoryAndSql)('the export of a long audit log, from %s', (name, open) => {
  const store = storeForTests(open)
  const [organisation, admin] = founding('exported', 'admin@exported.test')

  beforeAll(async () => {
    await found(store, organisation, admin)
    const entries = Array.from({ length: many }, (_, index) =>
      entryExample({
        organisationId: organisation.id,
        id: index.toString().padStart(32, '0'),
        subjectId: index % 5 === 4 ? 'somebody else' : admin.id,
        subject: `entry ${index}`,
        details: { addresses: ['mia@acme.test', 'ravi@acme.test'] },
      }),
    )
    await store.addEntries(entries as [Entry, ...Entry[]])
  })

  const begin = async (of: Pick<Store, 'findHistory'> = store) => {
    const failed = vi.fn()
    const services = { store: { ...store, ...of }, clock: () => secondsLater(90) }
    const pieces = new JsonPieces(await exportOf(services, admin, organisation))
    return { failed, stream: pieces.toStream(failed) }
  }

  test('has every entry about the user once, in order', async () => {
    const { stream, failed } = await begin()
    const { audit_log: entries, account } = await new Response(stream).json()
    expect(account).toMatchObject({ email: admin.email })
    // Not those of others.
    expect(entries[0].details).toEqual({ count: 2 })
    const subjects = entries.flatMap(({ about }: { about?: string }) => about ?? [])
    const expected = Array.from({ length: many }, (_, index) => `entry ${index}`)
    expect(subjects).toEqual(expected.filter((_entry, index) => index % 5 !== 4))
    expect(failed).not.toHaveBeenCalled()
  })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('is read from the database as the client takes it, and no further when it leaves', async () => {
    const findHistory = vi.fn(store.findHistory)
    const { stream, failed } = await begin({ findHistory })
    const reader = stream.getReader()
    while (findHistory.mock.calls.length === 0) await reader.read()
    await reader.read()
    await reader.cancel()
    expect(findHistory.mock.calls.length).toBeLessThanOrEqual(2)
    for (const [, , most] of findHistory.mock.calls) expect(most).toBeLessThan(many / 2)
    expect(failed).not.toHaveBeenCalled()
  })

  test('breaks off if the database fails half-way, so that nobody takes it for whole', async () => {
    const fault = new Error('gone')
    const findHistory = vi.fn(store.findHistory)
    const { stream, failed } = await begin({ findHistory })
    const reader = stream.getReader()
    while (findHistory.mock.calls.length === 0) await reader.read()
    findHistory.mockRejectedValue(fault)
    const readAll = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readAll()).rejects.toBe(fault)
    expect(failed.mock.calls).toEqual([[fault]])
  })
})
