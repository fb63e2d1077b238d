import { beforeEach, expect, test, vi } from 'vitest'
import { readServerSettings } from '../../server/node/settings/settings'
import { createDeduplicatingLog } from '../../server/node/watch/deduplicating-log'
import { createJsonLog, wantedFormat } from '../../server/node/watch/open-log'
import { sanitizedErrorMessage } from '../../server/work/sanitized-error-message'
import { production } from '../support/settings-examples'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-05-04T03:02:01.009Z') }))

test('a log line is one JSON object', () => {
  const lines: string[] = []
  const log = createJsonLog({ write: (line) => lines.push(line) })
  log.info('Request', { route: 'login', status: 200 })
  expect(lines).toEqual([])
  log.error('two\nlines', { error: 'Error: "quoted"\n  at here' })
  const time = '2026-05-04T03:02:01.009Z'
  const written = lines.join('').trimEnd().split('\n')
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { time, level: 'info', message: 'Request', route: 'login', status: 200 },
    { time, level: 'error', message: 'two\nlines', error: 'Error: "quoted"\n  at here' },
  ])
  log.info('waits for a second')
  vi.advanceTimersByTime(1_000)
  expect(lines.at(-1)).toContain('waits for a second')
  log.info('the last')
  // The process ends; and what reads the log may end before it.
  process.listeners('exit').at(-1)?.(0)
  expect(lines.at(-1)).toContain('the last')
  process.stdout.emit('error', new Error('EPIPE'))
})

test('an identical line is written once a second, with its number of repetitions', () => {
  const error = vi.fn()
  const log = createDeduplicatingLog({ info() {}, error })
  const down = () => log.error('The database is down', { reason: 'refused' })
  for (let n = 1; n <= 1000; n++) down()
  log.error('Something else')
  expect(error.mock.calls).toEqual([
    ['The database is down', { reason: 'refused' }],
    ['Something else', undefined],
  ])
  vi.advanceTimersByTime(1_000)
  const summedUp = { reason: 'refused', repeated: 999 }
  expect(error.mock.calls.slice(2)).toEqual([['The database is down', summedUp]])
  down()
  expect(error).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(2_000)
  down()
  expect(error.mock.lastCall).toEqual(['The database is down', { reason: 'refused' }])
})

test("a refused start is logged in the log's format, in production as JSON where it isn't known", () => {
  for (const environment of [{}, { LOG_FORMAT: 'json' }, production])
    expect(wantedFormat(environment)).toBe(readServerSettings(environment).logFormat)
  expect(wantedFormat({ NODE_ENV: 'production', LOG_FORMAT: 'xml' })).toBe('json')
  expect(wantedFormat({ LOG_FORMAT: 'xml' })).toBe('text')
})

test('an error’s message is kept without its links and addresses', () => {
  const echoed =
    'Refused https://a.test/invite/1, HTTP://b.test/2: from <ada@a.test> to bob@b.test.'
  expect(sanitizedErrorMessage(new Error(echoed))).toBe(
    'Refused [link] [link] from <[address]> to [address]',
  )
  // Nor is a part of one left where a long message is cut.
  const long = 'x'.repeat(495)
  expect(sanitizedErrorMessage(`${long} ada@b.test`)).toBe(`${long} …`)
})
