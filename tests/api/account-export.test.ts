import { beforeEach, describe, expect, test, vi } from 'vitest'
import { JsonPieces } from '../../server/api/handler'
import type { Store } from '../../server/api/store'
import { exportOf } from '../../server/organisation/person-export'
import type { Organisation, User } from '../../server/people/tables'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding, secondsLater } from './sql-store-examples'

const many = 1_000

describe.each(memoryAndSql)('the export of a long audit log, from %s', (name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  let count = 0

  beforeEach(async () => {
    count += 1
    ;[organisation, admin] = founding(`exported-${count}`, `admin@exported-${count}.test`)
    await found(store, organisation, admin)
    const [first, ...others] = Array.from({ length: many }, (_, index) =>
      entryExample({
        organisationId: organisation.id,
        id: `${count}-${index.toString().padStart(28, '0')}`,
        subjectId: index % 5 === 4 ? 'somebody else' : admin.id,
        subject: `entry ${index}`,
      }),
    )
    if (first) await store.addEntries([first, ...others])
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
    const told = entries.flatMap(({ about }: { about?: string }) => about ?? [])
    const expected = Array.from({ length: many }, (_, index) => index)
      .filter((index) => index % 5 !== 4)
      .map((index) => `entry ${index}`)
    expect(told).toEqual(expected)
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
})
