import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Store } from '../../server/api/store'
import { newOrganisation } from '../../server/people/person'
import {
  above,
  add,
  CallerRefused,
  earliest,
  ensure,
  noneOf,
  not,
  oneOf,
  put,
  type Row,
  remove,
  set,
  upTo,
  type Write,
} from '../../server/store/change'
import type { ActingCaller } from '../../server/store/entry'
import { everyStore } from '../support/every-store'
import { userExample } from '../support/examples'
import { numRuns } from '../support/property-runs'
import { invitationTo, mailTo, sessionOf } from './sql-store-examples'

const now = new Date('2026-03-04T05:06:07.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const organisation = { ...newOrganisation({ name: 'Acme', slug: 'acme', createdAt: now }), id: 'o' }
const ada = userExample({ id: 'ada', organisationId: 'o', email: 'ada@acme.test', isAdmin: true })
const session = { ...sessionOf(ada), id: 's', refreshTokenHash: 'r', expiresAt: at(60) }
const unrecorded = { entries: null, unrecorded: 'is a test' } as const
const asAda: ActingCaller = { sessionId: 's', user: { id: 'ada', isAdmin: true } }

const stores = new Map<string, Store>()
beforeAll(async () => {
  for (const [name, open] of everyStore) stores.set(name, await open())
})
afterAll(() => Promise.all([...stores.values()].map((store) => store.close())))

describe.each(everyStore)('a change, in %s', (name) => {
  let store: Store
  beforeAll(() => {
    store = stores.get(name) as Store
  })
  beforeEach(async () => {
    await write(remove('billings', { organisationId: 'o' }), remove('organisations', { id: 'o' }))
    await write(add('organisations', organisation), add('users', ada), add('sessions', session))
  })

  const write = (...writes: Write[]) =>
    store.change('test', null, null, async () => ({ answer: undefined, writes, ...unrecorded }))
  const all = <Name extends 'users' | 'sessions'>(table: Name) =>
    store.change('test', null, null, async (read) => ({ answer: await read.all(table, {}) }))

  test('saves nothing where the last of its writes fails', async () => {
    const failing = store.change('test', { organisation: 'o' }, null, async () => ({
      answer: 'done',
      writes: [remove('sessions', { userId: 'ada' }), add('users', { ...ada, id: 'other' })],
      ...unrecorded,
    }))
    await expect(failing).rejects.toThrow()
    expect(await all('sessions')).toEqual([session])
  })

  test('tells of its mails, once it has saved them', async () => {
    const told = vi.fn()
    store.onMails(told)
    await write()
    expect(told).not.toHaveBeenCalled()
    const mails = [mailTo('ada@acme.test')]
    const decision = { answer: undefined, writes: [], mails, ...unrecorded }
    await store.change('test', null, null, async () => decision)
    expect(told).toHaveBeenCalledOnce()
  })

  // In memory nothing comes between what a change read and what it writes.
  if (name !== 'memory') {
    test('is decided again where a unique constraint refuses it', async () => {
      const seen: unknown[] = []
      const answer = await store.change('test', null, null, async (read) => {
        const owner = await read.one('users', { emailKey: ada.emailKey })
        seen.push(owner?.id)
        // The first time, as if another had come between.
        if (seen.length > 1) return { answer: 'email-taken' }
        return { answer: 'added', writes: [add('users', { ...ada, id: 'other' })], ...unrecorded }
      })
      expect(answer).toBe('email-taken')
      expect(seen).toEqual(['ada', 'ada'])
    })
  }

  test('refuses a caller whose session ended, who was removed, or whose role was taken', async () => {
    const act = (caller: ActingCaller | null) =>
      store.change('test', { organisation: 'o' }, caller, async (read) => {
        await read.one('organisations', { id: 'o' }, 'not-held')
        return {
          answer: 'done',
          writes: [set('organisations', { id: 'o' }, { name: 'Changed' })],
          ...unrecorded,
        }
      })
    expect(await act(asAda)).toBe('done')
    await write(set('users', { id: 'ada' }, { isAdmin: false }))
    await expect(act(asAda)).rejects.toEqual(new CallerRefused('not-admin'))
    await write(set('users', { id: 'ada' }, { isAdmin: true }), remove('sessions', { id: 's' }))
    await expect(act(asAda)).rejects.toEqual(new CallerRefused('signed-out'))
    await write(add('sessions', session))
    expect(await act(asAda)).toBe('done')
    await write(remove('users', { id: 'ada' }))
    await expect(act(asAda)).rejects.toEqual(new CallerRefused('signed-out'))
  })

  test.each([
    ['an organisation', { organisation: 'o' }],
    ['billing', { billing: 'o' }],
    ['a user', { user: 'ada' }],
    ['a row', { row: 'sessions', where: { id: 's' } }],
  ] as const)('lets ten count one after another: lock of %s', async (_lock, lock) => {
    const raise = () =>
      store.change('test', lock, null, async (read) => {
        const user = await read.one('users', { id: 'ada' }, 'not-held')
        const count = Number(user?.contactNumber ?? 0) + 1
        return {
          answer: count,
          writes: [set('users', { id: 'ada' }, { contactNumber: String(count) })],
          ...unrecorded,
        }
      })
    await Promise.all(Array.from({ length: 10 }, raise))
    expect((await all('users'))[0]?.contactNumber).toBe('10')
  })
})

test('a write without a condition is refused', () => {
  expect(() => set('users', {}, { isAdmin: true })).toThrow('every row')
  expect(() => remove('users', { id: undefined as unknown as string })).toThrow('every row')
})

type Known = Row<'invitations'>
const ids = fc.constantFrom('a', 'b', 'c')
const times = fc.option(fc.integer({ min: 0, max: 3 }).map(at))
const row = fc.record({ id: ids, key: ids, openedAt: times, mailFailure: fc.option(ids) }).map(
  ({ id, key, openedAt, mailFailure }): Known => ({
    ...invitationTo(organisation, `${key}@acme.test`),
    id,
    tokenHash: id,
    openedAt,
    mailFailure,
  }),
)
const condition = fc.oneof(
  ids.map((id) => ({ id })),
  fc.uniqueArray(ids).map((list) => ({ id: oneOf(list) })),
  fc.uniqueArray(ids).map((list) => ({ id: noneOf(list) })),
  fc.option(ids).map((mailFailure) => ({ mailFailure })),
  fc.option(ids).map((mailFailure) => ({ mailFailure: not(mailFailure) })),
  fc.integer({ min: 0, max: 3 }).map((minutes) => ({ openedAt: above(at(minutes)) })),
  fc.integer({ min: 0, max: 3 }).map((minutes) => ({ openedAt: upTo(at(minutes)) })),
  times.map((openedAt) => ({ openedAt })),
)
const writes = fc.array(
  fc.oneof(
    row.map((one) => add('invitations', one)),
    row.map((one) => put('invitations', ['id'], one)),
    row.map((one) => put('invitations', ['organisationId', 'emailKey'], one)),
    fc.array(row, { maxLength: 3 }).map((rows) => ensure('invitations', ['id'], ...distinct(rows))),
    fc.tuple(condition, times).map(([where, openedAt]) => set('invitations', where, { openedAt })),
    condition.map((where) => set('invitations', where, { openedAt: earliest(at(1)) })),
    fc
      .tuple(condition, fc.option(ids))
      .map(([where, mailFailure]) => set('invitations', where, { mailFailure })),
    condition.map((where) => remove('invitations', where)),
  ),
  { minLength: 1, maxLength: 4 },
)
const distinct = (rows: readonly Known[]) => [...new Map(rows.map((one) => [one.id, one])).values()]

test('every operator means the same in memory and in both databases', async () => {
  const all = [...stores.values()]
  for (const store of all) await store.save(ensure('organisations', ['id'], organisation))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(writes, condition), { maxLength: 6 }), async (steps) => {
      const seen = await Promise.all(all.map((store) => carryOut(store, steps)))
      for (const other of seen.slice(1)) expect(other).toEqual(seen[0])
    }),
    { numRuns: numRuns(300, 20) },
  )
})

async function carryOut(store: Store, steps: readonly [Write[], object][]) {
  const byId = (rows: Known[]) => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const seen: unknown[] = []
  for (const [given, where] of [[[remove('invitations', { organisationId: 'o' })], {}], ...steps]) {
    const step = store.change('test', { organisation: 'o' }, null, async (read) => ({
      answer: byId(await read.all('invitations', where as { id: string })),
      writes: given as Write[],
      ...unrecorded,
    }))
    seen.push(await step.catch(() => 'refused'))
  }
  const end = store.change('test', null, null, async (read) => ({
    answer: byId(await read.all('invitations', {})),
  }))
  return [...seen, await end]
}
