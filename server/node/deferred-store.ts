import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../api/store'
import type { Log } from '../lib/log'
import { endProcess } from '../store/end-process'
import { StoreUnavailable } from '../store/unavailable'

/** The delay before the next attempt, unless the failure specifies one, in ms. */
const usualPause = 1_000
/** Milliseconds that startup waits for migrations; then it continues while they run. */
const migrationTimeout = 5_000

/** A store that may not be usable yet. */
export interface DeferredStore {
  store: Store
  state(): StoreState
}

/** `migrating`: its schema must change before it can be used. */
export type StoreState = 'closed' | 'migrating' | 'open'

/**
 * Opens a store now, or as soon as it can be reached and its migrations have run. Until then all
 * its methods throw StoreUnavailable.
 * @param open opens the store and prepares it for use. It may be called repeatedly. It calls `migrates` when it starts to
 *   change the schema.
 * @throws Error of the first attempt, unless a retry may help. A permanent error of a later attempt
 *   ends the process.
 */
export async function openWhenReachable(
  open: (migrates: () => void) => Promise<Store>,
  log: Log,
): Promise<DeferredStore> {
  let opened: Store | undefined
  let reason = 'The database is being opened'
  let isMigrating = false
  let reportMigration = () => {}
  const migration = new Promise<void>((resolve) => {
    reportMigration = resolve
  })
  const closing = new AbortController()

  const attempt = async (): Promise<void> => {
    opened = await open(() => {
      isMigrating = true
      reportMigration()
    })
  }
  /** Retries after the first attempt until one succeeds. */
  async function keepTrying(first: Promise<void>): Promise<void> {
    for (let last = first; ; last = attempt()) {
      try {
        await last
        log.info('The database can be used')
        return
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) return endProcess(error)
        reason = error.message
        log.error('The database can’t be used yet', { reason })
        const options = { signal: closing.signal, ref: false }
        await sleep(error.pause ?? usualPause, null, options).catch(() => {})
        if (closing.signal.aborted) return
      }
    }
  }

  const first = attempt()
  let attempts = Promise.resolve()
  const tooLong = migration.then(() => sleep(migrationTimeout, null, { ref: false }))
  await Promise.race([first, tooLong]).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
  })
  if (!opened) attempts = keepTrying(first)

  async function close(): Promise<void> {
    closing.abort()
    await attempts
    await opened?.close()
  }

  const store = new Proxy({} as Store, {
    get: (_target, name: keyof Store) => {
      if (name === 'close') return close
      return opened?.[name] ?? (() => Promise.reject(new StoreUnavailable(reason)))
    },
  })
  const unopened = () => (isMigrating ? 'migrating' : 'closed')
  return { store, state: () => (opened ? 'open' : unopened()) }
}
