import { Hono } from 'hono'
import type { StoreState } from '../store/deferred-store'
import type { DatabaseCondition, Store } from '../store/store'
import { second, withTimeout } from '../time'
import { version } from './version'

/** How long the database may take to answer before it counts as out of reach. */
const timeout = 2 * second
/** How long an answer of the database is good for: whoever asks often costs it nothing. */
const validity = second
/** The same of what the background work has seen, which looks every 5 s. */
const sightValidity = 6 * second
/** Only what is true now says anything. */
const fresh = { 'Cache-Control': 'no-store' }

/** What the server says about itself to those who watch it. */
export interface Health {
  /**
   * `/healthz`: the process lives. `/readyz`: it can answer calls. `/readyz/site`: it can serve the site,
   * which needs no database.
   */
  routes: Hono
  /**
   * Takes what others have seen of the database, so that it needn't be asked.
   * @param condition null: something is wrong.
   */
  saw(condition: DatabaseCondition | null): void
  /** From now on it is not ready: it is about to stop. */
  drain(): void
  isDraining(): boolean
}

/** @param state whether the store can be used yet. */
export function createHealth(store: Pick<Store, 'probe'>, state: () => StoreState): Health {
  let draining = false
  let known: { until: number; condition: Promise<DatabaseCondition | 'unreachable'> } | null = null

  function condition() {
    if (state() !== 'open') return 'unreachable'
    if (!known || Date.now() >= known.until) {
      const probed = store.probe().catch(() => 'unreachable' as const)
      known = {
        until: Date.now() + validity,
        condition: withTimeout(probed, timeout, 'unreachable'),
      }
    }
    return known.condition
  }

  const migrations = { open: 'done', migrating: 'running', closed: 'pending' }
  const routes = new Hono()
  routes.on('GET', ['/healthz', '/healthz/'], (context) =>
    context.json({ status: state() === 'migrating' ? 'migrating' : 'alive', version }, 200, fresh),
  )
  routes.on('GET', ['/readyz', '/readyz/'], async (context) => {
    const database = await condition()
    // A full pool is what waits behind a lock: sent elsewhere, calls would wait there.
    const ready = (database === 'reachable' || database === 'busy') && !draining
    return context.json(
      {
        status: ready ? 'ready' : 'not ready',
        database,
        migrations: migrations[state()],
        draining,
      },
      ready ? 200 : 503,
      fresh,
    )
  })
  routes.on('GET', ['/readyz/site', '/readyz/site/'], (context) =>
    context.json(
      { status: draining ? 'not ready' : 'ready', draining },
      draining ? 503 : 200,
      fresh,
    ),
  )
  return {
    routes,
    saw(seen) {
      known = seen && { until: Date.now() + sightValidity, condition: Promise.resolve(seen) }
    },
    drain: () => {
      draining = true
    },
    isDraining: () => draining,
  }
}
