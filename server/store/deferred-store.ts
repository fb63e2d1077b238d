import type { Log } from '../log'
import { endProcess } from './end-process'
import type { Store } from './store'
import { StoreUnavailable } from './unavailable'

/** How long to wait before the next attempt, in ms. */
const pause = 1_000

/** A store that may not be there yet. */
export interface DeferredStore {
  store: Store
  isOpen(): boolean
}

/**
 * Opens a store now, or as soon as it can be reached. Until then each of its methods throws
 * StoreUnavailable.
 * @param open also does what must be done before the store may be used; it may be called again.
 * @throws Error of the first attempt, unless waiting may help; that of a later one ends the process.
 */
export async function openWhenReachable(
  open: () => Promise<Store>,
  log: Log,
): Promise<DeferredStore> {
  let opened: Store | undefined
  let closed = false
  let reason = ''
  let attempts = Promise.resolve()

  const attempt = async (): Promise<void> => {
    const store = await open()
    opened = store
  }
  const failed = (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) {
      closed = true
      endProcess(error)
      return
    }
    reason = error.message
    log.error('The database can’t be used yet', { reason })
  }
  const keepTrying = async (): Promise<void> => {
    while (!opened && !closed) {
      await new Promise((resolve) => setTimeout(resolve, pause).unref())
      await attempt().then(() => log.info('The database can be used'), failed)
    }
  }

  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    failed(error)
    attempts = keepTrying()
  }

  async function close(): Promise<void> {
    closed = true
    await attempts
    await opened?.close()
  }

  const store = new Proxy({} as Store, {
    get: (_target, name: keyof Store) => {
      if (name === 'close') return close
      return opened?.[name] ?? (() => Promise.reject(new StoreUnavailable(reason)))
    },
  })
  return { store, isOpen: () => opened !== undefined }
}
