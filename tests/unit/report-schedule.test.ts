import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { nextDue } from '../../contract/report-schedule'
import type { ReportSchedule } from '../../contract/reports'
import { startOf } from '../../src/analytics/reports/schedule'
import { numRuns } from '../support/property-runs'

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

  const zones = Intl.supportedValuesOf('timeZone')
  const clockIn = (timeZone: string, instant: Date) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(instant)

  test('once on each day, at its hour unless that is skipped, in every zone and through its changes', () => {
    const anywhere = fc.record({
      zone: fc.constantFrom(...zones),
      hour: fc.integer({ min: 0, max: 23 }),
      from: fc.date({
        min: new Date('2015-01-01'),
        max: new Date('2035-01-01'),
        noInvalidDate: true,
      }),
    })
    fc.assert(
      fc.property(anywhere, ({ zone, hour, from }) => {
        let last = nextDue(every(zone, hour), from)
        expect(last.getTime()).toBeGreaterThan(from.getTime())
        for (let turn = 0; turn < 3; turn += 1) {
          const next = nextDue(every(zone, hour), last)
          const [before = '', day = ''] = [last, next].map((due) => clockIn(zone, due).slice(0, 10))
          expect(day).not.toBe(before)
          const hours = (next.getTime() - last.getTime()) / 3_600_000
          // Clocks of the Antarctic jump by three hours.
          expect(hours).toBeGreaterThanOrEqual(21)
          expect(hours).toBeLessThanOrEqual(27)
          const wanted = `${String(hour).padStart(2, '0')}:00`
          if (clockIn(zone, next).slice(-5) !== wanted) {
            // A minute before, that hour was still to come.
            const ago = clockIn(zone, new Date(next.getTime() - 60_000))
            expect(ago.slice(0, 10) !== day || ago.slice(-5) < wanted).toBe(true)
          }
          last = next
        }
      }),
      { numRuns: numRuns(3_000, 300) },
    )
  })
})
