import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { prepareStatements } from '../../server/store/prepared-statements'

/** @returns the names that statements reach the pool with. */
function namesOf(statements: { text: string; values?: unknown[] }[]): (string | undefined)[] {
  const pool = new Pool()
  const query = vi.fn()
  pool.query = query as Pool['query']
  prepareStatements(pool, { info() {}, error() {} })
  for (const { text, values } of statements) void pool.query({ text }, values)
  return query.mock.calls.map(([config]) => config.name)
}

test('a statement has one name, whatever its parameters', () => {
  const [one, other, same] = namesOf([
    { text: 'select 1 where $1', values: [true] },
    { text: 'select 2' },
    { text: 'select 1 where $1', values: [false] },
  ])
  expect(one).toBe(same)
  expect(other).not.toBe(one)
  expect([one, other].every(Boolean)).toBe(true)
})

test('servers behind one pooler have the same name for a statement, and no other statement under it', () => {
  const statements = [{ text: 'select 1' }, { text: 'select 2' }]
  expect(namesOf(statements)).toEqual(namesOf(statements.toReversed()).reverse())
})

test('connections don’t fill up with one-off statements', () => {
  const manyTexts = Array.from({ length: 1_000 }, (_, n) => ({ text: `select ${n}` }))
  expect(new Set(namesOf(manyTexts)).size).toBeLessThanOrEqual(201)
  const longList = { text: 'select …', values: Array.from({ length: 21 }, (_, n) => n) }
  expect(namesOf([longList])).toEqual([undefined])
})
