import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log'
import { endProcess } from './end-process'
import type { Store } from './store'
import { StoreUnavailable } from './unavailable'

/** How long to wait before the next attempt, unless what failed says otherwise, in ms. */
const usualPause = 1_000
/** How long a start waits for migrations, in ms: then it goes on beside them. */
const migrationPatience = 5_000

/** A store that may not be there yet. */
export interface DeferredStore {
  store: Store
  state(): StoreState
}

/** `migrating`: it can't be used before its schema has been changed. */
export type StoreState = 'closed' | 'migrating' | 'open'

/**
 * Opens a store now, or as soon as it can be reached and its migrations have run. Until then each of its
 * methods throws StoreUnavailable.
 * @param open also does what must be done before the store may be used; it may be called again. It calls
 *   `migrates` when it begins to change the schema.
 * @throws Error of the first attempt, unless waiting may help; that of a later one ends the process.
 */
export async function openWhenReachable(
  open: (migrates: () => void) => Promise<Store>,
  log: Log,
): Promise<DeferredStore> {
  let opened: Store | undefined
  let reason = 'The database is being opened'
  let isMigrating = false
  let begun = () => {}
  const migration = new Promise<void>((resolve) => {
    begun = resolve
  })
  const closing = new AbortController()

  const attempt = async (): Promise<void> => {
    const store = await open(() => {
      isMigrating = true
      begun()
    })
    opened = store
  }
  /** Goes on after the first attempt until one succeeds. */
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
  const tooLong = migration.then(() => sleep(migrationPatience, null, { ref: false }))
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
