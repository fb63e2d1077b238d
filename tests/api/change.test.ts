import { beforeEach, describe, expect, test } from 'vitest'
import { newOrganisation } from '../../server/people/person'
import { add, CallerRefused, remove, set, type Write } from '../../server/store/change'
import type { ActingCaller } from '../../server/store/entry'
import { everyStore, storeForTests } from '../support/every-store'
import { userExample } from '../support/examples'
import { mailTo, sessionOf } from './sql-store-examples'

const now = new Date('2026-03-04T05:06:07.000Z')
const organisation = { ...newOrganisation({ name: 'Acme', slug: 'acme', createdAt: now }), id: 'o' }
const ada = userExample({ id: 'ada', organisationId: 'o', email: 'ada@acme.test', isAdmin: true })
const session = {
  ...sessionOf(ada),
  id: 's',
  refreshTokenHash: 'r',
  expiresAt: new Date('9999-01-01'),
}
const unrecorded = { entries: null, unrecorded: 'is a test' } as const
const asAda: ActingCaller = { sessionId: 's', user: { id: 'ada', isAdmin: true } }

describe.each(everyStore)('a change, in %s', (name, open) => {
  const store = storeForTests(open)
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
    const mail = mailTo('ada@acme.test')
    const found: Promise<unknown[]>[] = []
    store.onMails(() => void found.push(store.all('mails', { id: mail.id })))
    await write()
    expect(found).toEqual([])
    const decision = { answer: undefined, writes: [], mails: [mail], ...unrecorded }
    await store.change('test', null, null, async () => decision)
    expect(await Promise.all(found)).toMatchObject([[{ to: 'ada@acme.test' }]])
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
