import type { PGlite } from '@electric-sql/pglite'
import { expect, test, vi } from 'vitest'
import { startAutovacuum } from '../../server/store/pglite/autovacuum'

test('the embedded database is vacuumed and written back each minute, as far as it has changed', async () => {
  vi.useFakeTimers()
  const done: string[] = []
  let tables = ['public.mails', 'public.sessions']
  let position = 'one'
  const client = {
    query: async (text: string) => ({
      rows: text.includes('wal') ? [{ position }] : tables.map((name) => ({ name })),
    }),
    exec: async (text: string) => void done.push(text),
  }
  const error = vi.fn()
  const stop = startAutovacuum(client as unknown as PGlite, { info() {}, error })
  const afterAMinute = async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    return done.splice(0)
  }
  await vi.advanceTimersByTimeAsync(59_000)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  const vacuumed = tables.map((name) => `vacuum (analyze) ${name}`)
  expect(done.splice(0)).toEqual([...vacuumed, 'checkpoint'])
  tables = []
  expect(await afterAMinute()).toEqual([])
  position = 'two'
  expect(await afterAMinute()).toEqual(['checkpoint'])
  client.query = () => Promise.reject(new Error('full'))
  await afterAMinute()
  expect(error.mock.calls).toEqual([['Database maintenance failed', { reason: 'full' }]])
  await stop()
})
