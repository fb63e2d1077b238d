import { Hono } from 'hono'
import type { Store } from '../store/store'
import { second, withTimeout } from '../time'
import { version } from './version'

/** How long the database may take to answer before it counts as out of reach. */
const timeout = 2 * second
/** How long an answer of the database is good for: whoever asks often costs it nothing. */
const validity = second
/** Only what is true now says anything. */
const fresh = { 'Cache-Control': 'no-store' }

/** What the server says about itself to those who watch it. */
export interface Health {
  /** `/healthz`: the process lives. `/readyz`: it can answer calls. */
  routes: Hono
  /** From now on it is not ready: it is about to stop. */
  drain(): void
  isDraining(): boolean
}

/**
 * @param store what a ready server can reach, up to date; null as long as there is none.
 */
export function createHealth(store: () => Store | null): Health {
  let draining = false
  let known: { until: number; reachable: Promise<boolean> } | undefined

  function isReachable(opened: Store): Promise<boolean> {
    if (!known || Date.now() >= known.until) {
      known = { until: Date.now() + validity, reachable: answersInTime(opened) }
    }
    return known.reachable
  }

  const routes = new Hono()
  routes.on('GET', ['/healthz', '/healthz/'], (context) =>
    context.json({ status: 'alive', version }, 200, fresh),
  )
  routes.on('GET', ['/readyz', '/readyz/'], async (context) => {
    const opened = store()
    const database = opened && (await isReachable(opened)) ? 'reachable' : 'unreachable'
    // A store is only there once its migrations have run.
    const migrations = opened ? 'done' : 'pending'
    const ready = database === 'reachable' && !draining
    return context.json(
      { status: ready ? 'ready' : 'not ready', database, migrations, draining },
      ready ? 200 : 503,
      fresh,
    )
  })
  return {
    routes,
    drain: () => {
      draining = true
    },
    isDraining: () => draining,
  }
}

function answersInTime(store: Store): Promise<boolean> {
  // Any read would do; this one is by an index and finds nothing.
  const answers = store.findOrganisationBySlug('readyz').then(
    () => true,
    () => false,
  )
  return withTimeout(answers, timeout, false)
}
