import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeduplicatingLog } from '../../server/watch/deduplicating-log'
import { createJsonLog } from '../../server/watch/json-log'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-04T03:02:01.009Z') }))
afterEach(() => void vi.useRealTimers())

test('a line of the log is one JSON object', () => {
  const lines: string[] = []
  const log = createJsonLog({ write: (line) => lines.push(line) })
  log.info('Request', { route: 'login', status: 200 })
  log.error('two\nlines', { error: 'Error: "quoted"\n  at here' })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: '2026-05-04T03:02:01.009Z',
      level: 'info',
      message: 'Request',
      route: 'login',
      status: 200,
    },
    {
      time: '2026-05-04T03:02:01.009Z',
      level: 'error',
      message: 'two\nlines',
      error: 'Error: "quoted"\n  at here',
    },
  ])
  expect(lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true)
})

test('an error that repeats itself has one line a second, which says how often', () => {
  const error = vi.fn()
  const log = createDeduplicatingLog({ info() {}, error })
  for (let n = 1; n <= 1000; n++) log.error('The database is down', { n })
  log.error('Something else')
  expect(error.mock.calls).toEqual([
    ['The database is down', { n: 1 }],
    ['Something else', undefined],
  ])
  vi.advanceTimersByTime(1_000)
  expect(error.mock.calls.slice(2)).toEqual([['The database is down', { n: 1000, repeated: 999 }]])
  log.error('The database is down', { n: 1001 })
  vi.advanceTimersByTime(10_000)
  expect(error.mock.calls.slice(3)).toEqual([['The database is down', { n: 1001, repeated: 1 }]])
  log.error('The database is down', { n: 1002 })
  expect(error.mock.calls.slice(4)).toEqual([['The database is down', { n: 1002 }]])
})
