import {
  everyText,
  nextDue,
  ordinal,
  scheduleText,
  weekdays,
} from '../../../contract/report-schedule'
import { hasDay, type Report, type ReportSchedule } from '../../../contract/reports'
import { searchText } from '../../../contract/search-text'
import { isTimeZone } from '../../../contract/site-day'
import { lazily } from '../../lib/lazily'
import { visitorLocale } from '../../lib/visitor-locale'

export type Schedule = ReportSchedule

/** Returns the zone to show times in: an old browser may not know the zone's name. */
const zoneOf = (timeZone: string) => (isTimeZone(timeZone) ? timeZone : 'UTC')

/** Returns the form's initial schedule: the report's, or Monday mornings in the reader's zone. */
export function startOf(report: Report | undefined): Schedule {
  if (!report) return { every: 'week', day: 1, hour: 8, time_zone: ownZone() }
  const { every, day, hour, time_zone } = report
  const usual = every === 'day' ? null : 1
  return { every, day: hasDay(report) ? day : usual, hour, time_zone }
}

/** @returns the instant of the schedule's first mail after another instant. */
export const nextOf = (schedule: Schedule, after: Date): Date =>
  nextDue({ ...schedule, time_zone: zoneOf(schedule.time_zone) }, after)

interface Choice<Value = number> {
  value: Value
  label: string
}

export function daysOf(every: Schedule['every']): Choice[] {
  if (every === 'week') return weekdays.map((label, index) => ({ value: index + 1, label }))
  const dates = Array.from({ length: 28 }, (_, index) => index + 1)
  return [
    ...dates.map((value) => ({ value, label: ordinal(value) })),
    { value: 31, label: 'Last day' },
  ]
}

export const hours = lazily((): readonly Choice[] =>
  Array.from({ length: 24 }, (_, value) => ({ value, label: hourLabel(value) })),
)

/** 'Every Monday at 08:00'. */
export const whenText = (schedule: Pick<Schedule, 'every' | 'day' | 'hour'>): string =>
  scheduleText(schedule, hourLabel(schedule.hour)).replace('every', 'Every')

/** 'Mailed on Mondays'. */
export function mailedText({ every, day }: Pick<Report, 'every' | 'day'>): string {
  return every === 'week' ? `Emailed on ${everyText({ every, day })}s` : `Emailed every ${every}`
}

/** Current spellings of places whose time zones have an older name, or no accents. */
const presentNames: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  'Sao Paulo': 'São Paulo',
}

/** Returns the place that a time zone is named after: 'Kolkata', 'New York', 'UTC'. */
function placeOf(timeZone: string): string {
  const place = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
  return (Object.hasOwn(presentNames, place) && presentNames[place]) || place
}

/** Returns a zone's name: 'India (Kolkata)', or 'New York' where the country has several zones. */
export function zoneText(timeZone: string): string {
  const place = placeOf(timeZone)
  if (!isTimeZone(timeZone)) return place
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortGeneric' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  const [, country] = /^(.+) Time$/.exec(name ?? '') ?? []
  if (!country) return place
  return searchText(country) === searchText(place) ? place : `${country} (${place})`
}

/** Returns the zones to choose from, by part of the world. They include `chosen`, whatever its name. */
export function zonesByArea(chosen: string): [area: string, zones: Choice<string>[]][] {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])
  const areas = new Map<string, Choice<string>[]>()
  for (const zone of all) {
    const area = zone.includes('/') ? (zone.split('/')[0] ?? 'Other') : 'Other'
    areas.set(area, [...(areas.get(area) ?? []), { value: zone, label: placeOf(zone) }])
  }
  const sorted = [...areas].sort(([one], [other]) => one.localeCompare(other))
  return sorted.map(([area, zones]) => [
    area,
    zones
      .sort((one, other) => one.label.localeCompare(other.label))
      // Only the chosen zone, which is visible, gets its full name, because naming all zones takes a phone long.
      .map((zone) => (zone.value === chosen ? { ...zone, label: zoneText(chosen) } : zone)),
  ])
}

/** Returns the time zone of this browser, or UTC if it doesn't know: `Etc/Unknown`. */
const ownZone = (): string => zoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

function formatDay(instant: Date, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(visitorLocale(), { timeZone: zoneOf(timeZone), ...parts })
  return format.format(instant)
}

const shortDate = { day: 'numeric', month: 'short' } as const
const wholeDate = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** @returns the day of an instant in the report's zone: 'Monday, 30 November 2026'. */
export const dayText = (instant: Date, timeZone: string): string =>
  formatDay(instant, timeZone, wholeDate)

/** 'Monday, 30 November 2026 at 08:00'. */
export const dueText = (instant: Date, timeZone: string): string =>
  `${dayText(instant, timeZone)} at ${timeText(instant, timeZone)}`

/** Returns the time of an instant in that zone, as the visitor's region writes it: '18:20', '6:20 PM'. */
export const timeText = (instant: Date, timeZone: string): string =>
  formatDay(instant, timeZone, { timeStyle: 'short' })

const clock = lazily(
  () => new Intl.DateTimeFormat(visitorLocale(), { timeZone: 'UTC', timeStyle: 'short' }),
)

/** Returns a full hour as the visitor's region writes it: '08:00', '8:00 AM'. */
function hourLabel(hour: number): string {
  return clock().format(Date.UTC(2026, 0, 1, hour))
}

/** 'Mon 30 Nov, 08:00'. */
export function shortDueText(isoDate: string, timeZone: string): string {
  const instant = new Date(isoDate)
  const day = formatDay(instant, timeZone, { weekday: 'short', ...shortDate })
  return `${day}, ${timeText(instant, timeZone)}`
}

/** '23 Nov'. */
export const shortDay = (isoDate: string, timeZone: string): string =>
  formatDay(new Date(isoDate), timeZone, shortDate)
