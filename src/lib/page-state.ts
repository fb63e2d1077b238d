import { useSyncExternalStore } from 'react'

/**
 * All that the app remembers until the page is loaded anew, beside React, the query cache, the address
 * and storage. Its modules have no state of their own.
 */
type Name =
  | 'interactive'
  | 'checkout script'
  | 'lazy components'
  | 'chunk errors'
  | 'page opened last'
  | 'refresh in flight'
  | 'registered address'
  | 'rejected session'
  | 'renewed access token'
  | 'session'
  | 'toasts'
  | 'unsaved text'
  | 'waiting for the user'

export interface PageState<Value> {
  get: () => Value
  /** Tells everybody who has subscribed. */
  set: (value: Value) => void
  /** @returns a function that ends it. */
  subscribe: (listener: () => void) => () => void
}

const resets = new Map<Name, () => void>()

/** @param initial what it is on a new page; never changed itself. */
export function pageState<Value>(name: Name, initial: Value): PageState<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  resets.set(name, () => {
    current = initial
    listeners.clear()
  })
  return {
    get: () => current,
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** @returns what it is now; the component is drawn anew when it changes. */
export function usePageState<Value>({ subscribe, get }: PageState<Value>): Value {
  return useSyncExternalStore(subscribe, get, get)
}

/** As if the page had been loaded anew: for tests. */
export function resetPageState(): void {
  for (const reset of resets.values()) reset()
}
