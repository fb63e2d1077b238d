import { expect, test } from 'vitest'
import { nextDue } from '../../contract/report-schedule'

const everyDay = (hour: number, time_zone: string) => ({
  ...{ every: 'day' as const, day: null, hour, time_zone },
})
const monday = { every: 'week' as const, day: 1, hour: 8, time_zone: 'UTC' }
const lastDay = { every: 'month' as const, day: 31, hour: 8, time_zone: 'UTC' }

test.each([
  [monday, '2026-11-24T00:00Z', '2026-11-30T08:00 2026-12-07T08:00'],
  [{ ...monday, day: 7 }, '2026-11-24T00:00Z', '2026-11-29T08:00 2026-12-06T08:00'],
  [lastDay, '2028-01-31T08:00Z', '2028-02-29T08:00 2028-03-31T08:00'],
  // An hour that is skipped: at the next one.
  [everyDay(2, 'Europe/Berlin'), '2027-03-27T02:00Z', '2027-03-28T01:00 2027-03-29T00:00'],
  // An hour that comes twice: at the first.
  [everyDay(1, 'America/New_York'), '2026-10-31T12:00Z', '2026-11-01T05:00 2026-11-02T06:00'],
  // Half an hour that is skipped: when clocks go on.
  [everyDay(2, 'Australia/Lord_Howe'), '2026-10-03T00:00Z', '2026-10-03T15:30 2026-10-04T15:00'],
])('a report of %j is due after %s at %s', (schedule, from, expected) => {
  const first = nextDue(schedule, new Date(from))
  const due = [first, nextDue(schedule, first)]
  expect(due.map((at) => at.toISOString().slice(0, 16)).join(' ')).toBe(expected)
})
