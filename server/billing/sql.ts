import { sql } from 'drizzle-orm'
import type { PlanPeriod, PlanStore } from '../api/store'
import { run, type SqlDatabase } from '../store/sql/database'
import { planStates } from './decide'
import { subscriptions } from './tables'

/** A period in the database's JSON, with times in UTC. Making a Date of each would take most of the call's time. */
type Written = [string, PlanPeriod['interval'], PlanPeriod['state'], string, string | null]

const inUtc = (time: typeof subscriptions.startedAt | typeof subscriptions.endedAt) =>
  sql`${time} at time zone 'UTC'`

/** Reads the history of plans as one JSON value, because there may be thousands of rows. */
export function planMethods(database: SqlDatabase): PlanStore {
  const { plan, state, startedAt, endedAt, createdAt, id, organisationId } = subscriptions
  const history = database
    .select({
      periods: sql<Written[] | null>`json_agg(
        json_build_array(${plan} ->> 'name', ${plan} ->> 'interval', ${state}, ${inUtc(startedAt)}, ${inUtc(endedAt)})
        order by ${startedAt} desc, ${createdAt} desc, ${id} collate "C" desc)`,
    })
    .from(subscriptions)
    .where(
      sql`${organisationId} = ${sql.placeholder('organisationId')} and ${state} in ${planStates}`,
    )
    .prepare('')

  return {
    findPlanHistory: (organisationId) =>
      run(async () => {
        const [found] = await history.execute({ organisationId })
        return (found?.periods ?? []).map(([planName, interval, state, startedAt, endedAt]) => ({
          planName,
          interval,
          state,
          startedAt: `${startedAt}Z`,
          endedAt: endedAt && `${endedAt}Z`,
        }))
      }),
  }
}
