import { nextDue } from '../../contract/report-schedule'
import { hasDay, type ReportSchedule } from '../../contract/reports'
import { isTimeZone } from '../../contract/site-day'
import { readFields } from '../api/fields'
import { HttpError } from '../api/http-error'
import { hour, later, minute } from '../lib/time'
import type { ReportRow } from './tables'

/** The milliseconds of an hour over which its reports are spread. */
const spread = 50 * minute
/** Milliseconds after its due time during which a report is still made. */
export const makingTimeout = 6 * hour

/** @returns the columns of a schedule. @throws FieldsError 422 for an unknown zone, or a day that doesn't go with it. */
export function requireSchedule(schedule: ReportSchedule) {
  const { every, day, hour: hourOfDay, time_zone: timeZone } = schedule
  readFields({
    day() {
      if (!hasDay(schedule)) throw new HttpError(422, 'Please choose a day.')
    },
    time_zone: requireTimeZone(timeZone),
  })
  return { every, day, hour: hourOfDay, timeZone }
}

/** @returns a reader of the field `time_zone`, for `readFields`. */
export const requireTimeZone = (timeZone: string) => () => {
  if (!isTimeZone(timeZone)) throw new HttpError(422, 'Please choose a time zone.')
}

type Scheduled = Pick<ReportRow, 'id' | 'every' | 'day' | 'hour' | 'timeZone'>

/** @returns the next due time after a time, and when the job makes the report: within the hour after, spread by its id. */
export function dueAfter(report: Scheduled, after: Date): { dueAt: Date; runAt: Date } {
  const { every, day, hour: hourOfDay, timeZone: time_zone } = report
  const dueAt = nextDue({ every, day, hour: hourOfDay, time_zone }, after)
  return { dueAt, runAt: later(dueAt, spread * fractionOf(report.id)) }
}

/** @returns a number from 0 up to 1, always the same for a UUID. */
const fractionOf = (id: string) => Number.parseInt(id.slice(0, 8), 16) / 2 ** 32
