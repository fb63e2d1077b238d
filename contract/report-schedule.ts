import type { ReportSchedule } from './reports'

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** '1st', '2nd', '28th'. */
export function ordinal(day: number): string {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(day)
  return `${day}${endings[rule] ?? 'th'}`
}

/** '08:00'. */
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Returns the interval in words: 'Monday' in 'every Monday'. */
export function everyText({ every, day }: Pick<ReportSchedule, 'every' | 'day'>): string {
  return every === 'week' ? (weekdays[(day ?? 1) - 1] ?? 'week') : every
}

/** 'every Monday at 08:00', 'every month, on the 1st at 07:00'. @param time the hour as the reader's region writes it. */
export function scheduleText(
  schedule: Pick<ReportSchedule, 'every' | 'day' | 'hour'>,
  time = hourText(schedule.hour),
): string {
  const { every, day } = schedule
  const date = day === 31 ? 'the last day' : `the ${ordinal(day ?? 1)}`
  const on = every === 'month' ? `, on ${date}` : ''
  return `every ${everyText(schedule)}${on} at ${time}`
}

/* A report is due at an hour of local time in its zone. If the clocks skip that hour on a day, the next hour that
   the day has counts; if they repeat it, the first one counts (D142). */

const hour = 60 * 60 * 1_000
const day = 24 * hour

/** @returns a function from an instant to the zone's local time, as if that were UTC, in ms. */
function createClocks(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  }
}

/**
 * @param shown a local time, as from `createClocks`. @returns the first instant with that local time. If the clocks
 * skip it, the instant after the gap.
 */
function instantOf(clocks: (instant: number) => number, shown: number): number {
  // The offsets from UTC a day before and a day after. Clocks change at most once in between.
  const [before, after] = [-day, day].map((span) => shown - (clocks(shown + span) - (shown + span)))
  if (before === undefined || after === undefined) throw new Error('Two spans have two instants')
  const found = [before, after].filter((instant) => clocks(instant) === shown)
  return found.length > 0 ? Math.min(...found) : before
}

/** Whether a report is due on a day. @param date midnight UTC of the day. */
function isDueOn({ every, day: wanted }: ReportSchedule, date: Date): boolean {
  if (every === 'day') return true
  if (every === 'week') return (date.getUTCDay() || 7) === wanted
  const isLast = new Date(date.getTime() + day).getUTCDate() === 1
  return wanted === 31 ? isLast : date.getUTCDate() === wanted
}

/**
 * @param schedule a valid one: its day fits its interval (`hasDay`), and its zone exists.
 * @returns the first time after an instant at which a report is due.
 */
export function nextDue(schedule: ReportSchedule, after: Date): Date {
  const clocks = createClocks(schedule.time_zone)
  const today = Math.floor(clocks(after.getTime()) / day) * day
  // Begins with yesterday: if a zone skips a whole day, that day's report is due on the next one.
  for (let date = today - day; ; date += day) {
    if (!isDueOn(schedule, new Date(date))) continue
    const due = instantOf(clocks, date + schedule.hour * hour)
    if (due > after.getTime()) return new Date(due)
  }
}
