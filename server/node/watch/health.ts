import { Hono } from 'hono'
import type { DatabaseCondition, Store } from '../../api/store'
import { second, withTimeout } from '../../lib/time'
import type { StoreState } from '../deferred-store'
import { commit, version } from './version'

/** Milliseconds after which a database that doesn't answer counts as unreachable. */
const timeout = 2 * second
/** Milliseconds during which a probe's result is valid, so that frequent probes don't load the database. */
const validity = second
/** Milliseconds during which an observation of background work is valid, which polls every 5 s. */
const observationValidity = 6 * second
const fresh = { 'Cache-Control': 'no-store' }

/** Why a server can't answer calls. */
export const reasons = ['unreachable', 'read-only', 'disk-full', 'migrating', 'draining'] as const
export type Reason = (typeof reasons)[number]

export type Health = ReturnType<typeof createHealth>

/**
 * @param state whether the store can be used yet.
 * @param more returns additional fields of `/healthz` for a request's headers.
 * @param isDiskFull returns whether the embedded database has no room to write.
 */
export function createHealth(
  store: Pick<Store, 'probe'>,
  state: () => StoreState,
  more: (headers: Headers) => object = () => ({}),
  isDiskFull: () => boolean = () => false,
) {
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

  function reasonsOf(database: DatabaseCondition | 'unreachable'): Reason[] {
    // If the pool is busy, calls wait for a lock, and would wait on other servers, too.
    const isUsable = database === 'reachable' || database === 'busy'
    const ofDatabase = isUsable ? [] : [state() === 'migrating' ? ('migrating' as const) : database]
    const all: Reason[] = isDiskFull() ? [...ofDatabase, 'disk-full'] : ofDatabase
    return draining ? [...all, 'draining'] : all
  }

  const migrations = { open: 'done', migrating: 'running', closed: 'pending' }
  const routes = new Hono()
  routes.on('GET', ['/healthz', '/healthz/'], (context) =>
    context.json(
      {
        status: state() === 'migrating' ? 'migrating' : 'alive',
        version,
        commit,
        ...more(context.req.raw.headers),
      },
      200,
      fresh,
    ),
  )
  routes.on('GET', ['/readyz', '/readyz/'], async (context) => {
    const database = await condition()
    const ready = reasonsOf(database).length === 0
    return context.json(
      {
        status: ready ? 'ready' : 'not ready',
        database,
        ...(isDiskFull() && { disk: 'full' }),
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
    /** `/healthz`: the process lives. `/readyz`: it can answer calls. `/readyz/site`: it can serve the site, without a database. */
    routes,
    /**
     * Records an observation of the database, which saves a probe.
     * @param condition null if something is wrong.
     */
    saw(condition: DatabaseCondition | null): void {
      known = condition && {
        until: Date.now() + observationValidity,
        condition: Promise.resolve(condition),
      }
    },
    /** From now on the server isn't ready: it is about to stop. */
    drain: () => {
      draining = true
    },
    isDraining: () => draining,
    /** @returns the reasons why the server can't answer calls; empty if it can. */
    reasonsNotReady: async () => reasonsOf(await condition()),
  }
}
