import { day, hour, later } from '../server/lib/time'
import type { User } from '../server/people/tables'
import { dueAfter } from '../server/reports/schedule'
import type { ReportRow } from '../server/reports/tables'
import type { ScenarioTarget } from './organisation-scenarios'

type Kind = Pick<ReportRow, 'dashboardId' | 'every' | 'day' | 'hour' | 'timeZone'> &
  Partial<ReportRow>

/** Returns the kinds of reports in turn: sent, failed, paused, new. */
const kinds = (now: Date): Kind[] => [
  {
    ...{ dashboardId: 'overview', every: 'week', day: 1, hour: 8, timeZone: 'Asia/Kolkata' },
    lastAt: later(now, -3 * day),
  },
  {
    ...{ dashboardId: 'sales', every: 'month', day: 1, hour: 7, timeZone: 'Asia/Kolkata' },
    ...{ lastAt: later(now, -22 * day), lastFailure: 'dashboard', failures: 1 },
  },
  {
    ...{ dashboardId: 'overview', every: 'day', day: null, hour: 8, timeZone: 'Asia/Tokyo' },
    ...{ lastAt: later(now, -3 * day), lastFailure: 'dashboard', failures: 4 },
    ...{ pausedAt: later(now, -3 * day), pauseReason: 'failures', dueAt: null, runAt: null },
  },
  { dashboardId: 'sales', every: 'week', day: 5, hour: 16, timeZone: 'America/Sao_Paulo' },
]

/** Adds reports. A member gets all of them; an admin gets two, and the others in turn get the rest. */
export function addReports(
  { data, organisation }: ScenarioTarget,
  person: User,
  count: number,
): void {
  const now = new Date()
  const others = data.users.filter(
    (one) => one.organisationId === organisation.id && one !== person,
  )
  for (let index = 0; index < count; index += 1) {
    const isOwn = index < 2 || !person.isAdmin
    const user = isOwn ? person : (others[index % Math.max(others.length, 1)] ?? person)
    const kind = kinds(now)[index % 4]
    if (!kind) continue
    const id = crypto.randomUUID()
    data.reports.push({
      id,
      userId: user.id,
      organisationId: organisation.id,
      locale: 'en-GB',
      askedAt: null,
      attempts: 0,
      failures: 0,
      pausedAt: null,
      pauseReason: null,
      lastAt: null,
      lastFailure: null,
      lastFigures: [],
      figuresAt: null,
      createdAt: later(now, -60 * day + index * hour),
      ...dueAfter({ ...kind, id }, now),
      ...kind,
    })
  }
}
