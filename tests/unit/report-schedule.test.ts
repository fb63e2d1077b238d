import { describe, expect, test, vi } from 'vitest'
import { nextDue } from '../../contract/report-schedule'
import type { ReportSchedule } from '../../contract/reports'
import { startOf } from '../../src/analytics/reports/schedule'

const every = (
  time_zone: string,
  hour: number,
  change: Partial<ReportSchedule> = {},
): ReportSchedule => ({ every: 'day', day: null, hour, time_zone, ...change })

/** The due times after an instant, in UTC. */
function dueTimes(schedule: ReportSchedule, from: string, count: number): string[] {
  const found: Date[] = []
  for (let turn = 0; turn < count; turn += 1) {
    found.push(nextDue(schedule, found.at(-1) ?? new Date(from)))
  }
  return found.map((due) => due.toISOString().slice(0, 16))
}

test.each(['Etc/Unknown', ''])(
  'a browser that knows its time zone only as %j is offered UTC',
  (timeZone) => {
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    spy.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions)
    expect(startOf(undefined).time_zone).toBe('UTC')
    spy.mockRestore()
  },
)

describe('when a report is due', () => {
  test.each<[what: string, ReportSchedule, from: string, expected: string[]]>([
    [
      'every Monday',
      every('UTC', 8, { every: 'week', day: 1 }),
      '2026-11-24T00:00:00Z',
      ['2026-11-30T08:00', '2026-12-07T08:00'],
    ],
    [
      'on the last day of the month',
      every('UTC', 8, { every: 'month', day: 31 }),
      '2028-01-31T08:00:00Z',
      ['2028-02-29T08:00', '2028-03-31T08:00', '2028-04-30T08:00'],
    ],
    [
      'an hour that is skipped: at the next one',
      every('Europe/Berlin', 2),
      '2027-03-27T02:00:00Z',
      ['2027-03-28T01:00', '2027-03-29T00:00'],
    ],
    [
      'an hour that comes twice: at the first',
      every('America/New_York', 1),
      '2026-10-31T12:00:00Z',
      ['2026-11-01T05:00', '2026-11-02T06:00'],
    ],
    [
      'half an hour that is skipped: when clocks go on',
      every('Australia/Lord_Howe', 2),
      '2026-10-03T00:00:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:00'],
    ],
  ])('%s', (_what, schedule, from, expected) => {
    expect(dueTimes(schedule, from, expected.length)).toEqual(expected)
  })
})
