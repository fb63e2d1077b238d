import { nextDue } from '../../../contract/report-schedule'
import type { Report, ReportSchedule } from '../../../contract/reports'
import { visitorLocale } from '../../lib/visitor-locale'

export type Schedule = ReportSchedule

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

interface Choice {
  value: number
  label: string
}

/** The days that a schedule of that interval offers. */
export function daysOf(every: Schedule['every']): Choice[] {
  if (every === 'week') return weekdays.map((label, index) => ({ value: index + 1, label }))
  const dates = Array.from({ length: 28 }, (_, index) => index + 1)
  return [
    ...dates.map((value) => ({ value, label: ordinal(value) })),
    { value: 31, label: 'Last day' },
  ]
}

export const hours: readonly Choice[] = Array.from({ length: 24 }, (_, value) => ({
  value,
  label: hourText(value),
}))

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** '1st', '2nd', '28th'. */
function ordinal(day: number): string {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(day)
  return `${day}${endings[rule] ?? 'th'}`
}

/** 'Monday' of `every Monday`: what a mail comes every. */
export function everyText({ every, day }: Pick<Schedule, 'every' | 'day'>): string {
  return every === 'week' ? (weekdays[(day ?? 1) - 1] ?? 'week') : every
}

/** 'Every Monday at 08:00', 'Every month, on the 1st at 07:00'. */
export function whenText({ every, day, hour }: Pick<Schedule, 'every' | 'day' | 'hour'>): string {
  const date = day === 31 ? 'the last day' : `the ${ordinal(day ?? 1)}`
  const on = every === 'month' ? `, on ${date}` : ''
  return `Every ${everyText({ every, day })}${on} at ${hourText(hour)}`
}

/** 'Mailed on Mondays'. */
export function mailedText({ every, day }: Pick<Report, 'every' | 'day'>): string {
  return every === 'week' ? `Mailed on ${everyText({ every, day })}s` : `Mailed every ${every}`
}

/** Names that zones of the same place had before, as some browsers still call them. */
const presentNames: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
}

/** 'Kolkata', 'New York', 'UTC': the place that a time zone is named after. */
function placeOf(timeZone: string): string {
  const place = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
  return presentNames[place] ?? place
}

/** 'India (Kolkata)', 'Tokyo' where the country has no time of its own. */
export function zoneText(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortGeneric' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  const [, country] = /^(.+) Time$/.exec(name ?? '') ?? []
  const place = placeOf(timeZone)
  return country && country !== place ? `${country} (${place})` : place
}

interface ZoneChoice {
  value: string
  label: string
}

/** The zones to choose from, by part of the world; `chosen` is among them whatever it is called. */
export function zonesByArea(chosen: string): [area: string, zones: ZoneChoice[]][] {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])
  const areas = new Map<string, ZoneChoice[]>()
  for (const zone of all) {
    const area = zone.includes('/') ? (zone.split('/')[0] ?? 'Other') : 'Other'
    areas.set(area, [...(areas.get(area) ?? []), { value: zone, label: placeOf(zone) }])
  }
  return [...areas]
    .map(([area, zones]): [string, ZoneChoice[]] => [
      area,
      zones.sort((one, other) => one.label.localeCompare(other.label)),
    ])
    .sort(([one], [other]) => one.localeCompare(other))
}
/** The time zone of this browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** @returns an instant as its report's zone has it: 'Monday, 30 November 2026 at 08:00'. */
export function dueText(instant: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat(visitorLocale(), {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return `${day.format(instant)} at ${timeText(instant, timeZone)}`
}

/** '18:20' there. */
export function timeText(instant: Date, timeZone: string): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...time }).format(instant)
}

/** 'Mon 30 Nov, 08:00'. */
export function shortDueText(isoDate: string, timeZone: string): string {
  const instant = new Date(isoDate)
  const day = new Intl.DateTimeFormat(visitorLocale(), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  return `${day.format(instant)}, ${timeText(instant, timeZone)}`
}

/** '23 Nov'. */
export function shortDay(isoDate: string, timeZone: string): string {
  const format = { timeZone, day: 'numeric', month: 'short' } as const
  return new Intl.DateTimeFormat(visitorLocale(), format).format(new Date(isoDate))
}

/** How far ahead a change of clocks is told, in due times. */
const lookAhead = 400

/**
 * @returns the next due time whose hour the clocks skip, within a year and the time at which it comes instead; null: there is
 *   none.
 */
export function skippedHour(schedule: Schedule, from: Date): Date | null {
  // Only at night are clocks put forward.
  if (schedule.hour > 3) return null
  const wanted = hourText(schedule.hour)
  let due = from
  for (let turn = 0; turn < lookAhead; turn += 1) {
    due = nextDue(schedule, due)
    if (due.getTime() - from.getTime() > 366 * 24 * 60 * 60 * 1_000) return null
    if (timeText(due, schedule.time_zone) !== wanted) return due
  }
  return null
}
