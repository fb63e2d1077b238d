import { beforeAll, describe, expect, test, vi } from 'vitest'
import { BusyError } from '../../server/api/http-error'
import { searchEntries } from '../../server/audit/audit-log'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding } from './sql-store-examples'

const [organisation, admin] = founding('searched', 'admin@searched.test')
const [other, otherAdmin] = founding('other', 'admin@other.test')
const idOf = (index: number) => index.toString().padStart(32, '0')
const filter = { organisationId: organisation.id, before: null, action: null, text: 'rare' }

describe.each(memoryAndSql)('searching an audit log in parts, in %s', (_name, open) => {
  const store = storeForTests(open)
  beforeAll(async () => {
    await found(store, organisation, admin)
    await found(store, other, otherAdmin)
    for (let index = 0; index < 60; index += 1) {
      const subject = index % 20 === 7 ? `rare ${index}` : 'usual'
      const organisationId = index % 3 === 0 && subject === 'usual' ? other.id : organisation.id
      await store.addEntries([entryExample({ organisationId, id: idOf(index), subject })])
    }
  })

  const search = async (changes: object = {}, most = 9, span = 10) =>
    (await searchEntries(store, { ...filter, ...changes }, most, span)).map(
      ({ subject }) => subject,
    )

  test('finds the same in any number of parts', async () => {
    for (const span of [1, 2, 10, 41, 1_000]) {
      expect(await search({}, 9, span)).toEqual(['rare 47', 'rare 27', 'rare 7'])
      expect(await search({}, 2, span)).toEqual(['rare 47', 'rare 27'])
      expect(await search({ before: idOf(47) }, 9, span)).toEqual(['rare 27', 'rare 7'])
      expect(await search({ text: 'nothing' }, 9, span)).toEqual([])
      expect(await search({ action: 'left' }, 9, span)).toEqual([])
    }
  })
})

test('one organisation searches once at a time, and has few wait; others don’t', async () => {
  let under = 0
  let most = 0
  const opened: (() => void)[] = []
  const findEntryBefore = vi.fn(async (id: string) => {
    if (id === other.id) return null
    under += 1
    most = Math.max(most, under)
    await new Promise<void>((resolve) => opened.push(resolve))
    under -= 1
    return null
  })
  const store = { findEntryBefore, findEntries: async () => [] }
  const searches = Array.from({ length: 9 }, () => searchEntries(store, filter, 9))
  const outcomes = Promise.allSettled(searches)
  expect(await searchEntries(store, { ...filter, organisationId: other.id }, 9)).toEqual([])
  for (let turn = 0; turn < 6; turn += 1) {
    await vi.waitFor(() => expect(opened).toHaveLength(turn + 1))
    opened[turn]?.()
  }
  const refused = (await outcomes).flatMap((one) => (one.status === 'rejected' ? one.reason : []))
  expect(refused).toHaveLength(3)
  for (const error of refused) expect(error).toBeInstanceOf(BusyError)
  expect(most).toBe(1)
  const again = searchEntries(store, filter, 9)
  await vi.waitFor(() => expect(opened).toHaveLength(7))
  opened[6]?.()
  expect(await again).toEqual([])
})
