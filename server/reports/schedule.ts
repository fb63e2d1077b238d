import { nextDue } from '../../contract/report-schedule'
import { hasDay, type ReportSchedule } from '../../contract/reports'
import { isTimeZone } from '../../contract/site-day'
import { readFields } from '../api/fields'
import { HttpError } from '../api/http-error'
import { hour, later, minute } from '../lib/time'
import type { ReportRow } from './tables'

/** Sends of one hour are spread over this much of it, in ms. */
const spread = 50 * minute
/** How long after its time a report is still made, in ms. */
export const patience = 6 * hour

/** @returns the columns of a schedule. @throws FieldsError 422 for an unknown zone, or a day that doesn't go with it. */
export function requireSchedule(schedule: ReportSchedule) {
  const { every, day, hour: hourOfDay, time_zone: timeZone } = schedule
  readFields({
    day() {
      if (!hasDay(schedule)) throw new HttpError(422, 'Please choose a day.')
    },
    time_zone() {
      if (!isTimeZone(timeZone)) throw new HttpError(422, 'Please choose a time zone.')
    },
  })
  return { every, day, hour: hourOfDay, timeZone }
}

type Scheduled = Pick<ReportRow, 'id' | 'every' | 'day' | 'hour' | 'timeZone'>

/** @returns when a report is due next after a time, and when the job makes it: each within the hour at a time of its own. */
export function dueAfter(report: Scheduled, after: Date): { dueAt: Date; runAt: Date } {
  const { every, day, hour: hourOfDay, timeZone: time_zone } = report
  const dueAt = nextDue({ every, day, hour: hourOfDay, time_zone }, after)
  return { dueAt, runAt: later(dueAt, spread * placeOf(report.id)) }
}

/** @param id a UUID. @returns from 0 up to 1, always the same. */
const placeOf = (id: string) => Number.parseInt(id.slice(0, 8), 16) / 2 ** 32
