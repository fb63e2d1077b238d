import type { ReportRow } from './tables'

/** When a report comes, for a sentence: 'every Monday at 08:00'. */
export interface When {
  text: string
  timeZone: string
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** @returns when a report comes. */
export function whenOf({
  every,
  day,
  hour,
  timeZone,
}: Pick<ReportRow, 'every' | 'day' | 'hour' | 'timeZone'>): When {
  const at = `at ${String(hour).padStart(2, '0')}:00`
  return { text: `${dayInWords(every, day)} ${at}`, timeZone }
}

function dayInWords(every: ReportRow['every'], day: number | null): string {
  if (every === 'day') return 'every day'
  if (every === 'week') return `every ${weekdays[(day ?? 1) - 1]}`
  return `every month, on ${day === 31 ? 'the last day' : `the ${ordinal(day ?? 1)}`},`
}

/** '1st', '2nd', '28th'. */
function ordinal(day: number): string {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(day)
  return `${day}${endings[rule] ?? 'th'}`
}

/** @returns a time zone in a sentence: 'India time', 'New York time', 'UTC'. */
export function zoneInWords(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortGeneric' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return /^GMT([+-]0+)?$/.test(name) ? 'UTC' : name.replace(/ Time$/, ' time')
}
