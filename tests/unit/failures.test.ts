import { PassThrough } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { HttpError, refusalIn, refusalOf } from '../../server/api/http-error'
import { CallerRefused } from '../../server/store/change'
import { poolTransactions } from '../../server/store/postgresql/transactions'
import { changeMethods } from '../../server/store/sql/change'
import { isWorthRetrying } from '../../server/store/sql/database'
import { isUnavailable, StoreBusy, StoreUnavailable } from '../../server/store/unavailable'

const failure = (code: string) => Object.assign(new Error('could not serialize access'), { code })

// Source: PostgreSQL, "Error Codes".
const passing = ['08006', '25006', '25P03', '53100', '53300', '55P03', '57014', '57P01', '58030']
const lasting = ['22001', '23505', '28P01', '3D000', '42P01', 'P0001', 'XX000']

test('of the errors of a database, those of its state and its connection may pass', () => {
  const codes = [...passing, ...lasting, 'ECONNREFUSED', undefined]
  expect(codes.filter(isUnavailable)).toEqual([...passing, 'ECONNREFUSED', undefined])
  const isRetried = (code: string) => isWorthRetrying(new DrizzleQueryError('', [], failure(code)))
  expect(['40001', '40P01', '26000', '42P05', '57014'].map(isRetried).indexOf(false)).toBe(4)
})

test('a change without a lock sees one state, and is given up after six conflicts, for a second', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const conflict = new DrizzleQueryError('', ['a hash'], failure('40001'))
  const transact = vi.fn().mockRejectedValue(conflict)
  const { change } = changeMethods({ transact, execute: vi.fn() }, {} as never)
  const begin = (lock: null | { user: string }) =>
    change('test', lock, null, async () => ({ answer: null })).catch((error) => error)
  const given = await begin(null)
  expect([given.constructor, given.pause]).toEqual([StoreUnavailable, 1])
  // Without what the statement had, such as a password's hash.
  expect(given.message).toBe('The database failed: 40001 could not serialize access')
  expect(transact.mock.calls.map(([isolation]) => isolation)).toEqual(Array(6).fill('one-state'))
  await begin({ user: 'ada' })
  expect(transact.mock.lastCall?.[0]).toBe('latest')
  transact.mockReturnValue(new Promise(() => {}))
  const changes = Array.from({ length: 501 }, () => begin({ user: 'ada' }))
  expect(await changes.at(-1)).toMatchObject({
    pause: 1,
    message: expect.stringContaining('Too many changes'),
  })
})

test('a transaction holds its locks for five idle seconds at most, and one that fails is not taken for saved', async () => {
  const release = vi.fn()
  const query = vi.fn()
  const client = { connection: { stream: new PassThrough() }, query, release }
  const { transact } = poolTransactions({ connect: async () => client } as never, null)
  query.mockResolvedValue({ command: 'COMMIT' })
  await transact('one-state', async () => [])
  expect(query.mock.calls.map(([text]) => text)).toEqual([
    'begin isolation level repeatable read; set local idle_in_transaction_session_timeout = 5000',
    'commit',
  ])
  expect(release).toHaveBeenLastCalledWith(undefined)
  query.mockResolvedValue({ command: 'ROLLBACK' })
  await expect(transact('latest', async () => [])).rejects.toThrow('was to be committed')
  const lost = new Error('The connection is gone')
  query.mockRejectedValue(lost)
  await expect(transact('latest', async () => [])).rejects.toBe(lost)
  // Nobody else gets it.
  expect(release).toHaveBeenLastCalledWith(lost)
})

test('a refusal has the code of its status, and a failure of ours says nothing of its cause', async () => {
  const answerOf = async (error: unknown) => {
    const response = (refusalIn(error) ?? refusalOf(error)).toResponse()
    const { code, error: text, message } = await response.json()
    expect(text).toBe(message)
    expect(text).not.toContain('secret')
    return [response.status, code, response.headers.get('retry-after')]
  }
  const refused = [401, 403, 404, 429, 503, 422] as const
  const answers = refused.map((status) => answerOf(new HttpError(status, 'No.')))
  expect((await Promise.all(answers)).map(([, code]) => code)).toEqual([
    ...['signed_out', 'admins_only', 'not_found', 'too_many_requests', 'unavailable', undefined],
  ])
  expect(await answerOf(new CallerRefused('signed-out'))).toEqual([401, 'signed_out', null])
  expect(await answerOf(new CallerRefused('not-admin'))).toEqual([403, 'admins_only', null])
  expect(await answerOf(new StoreBusy())).toEqual([503, 'unavailable', '2'])
  expect(await answerOf(new Error('a secret'))).toEqual([500, undefined, null])
})
