import { useSyncExternalStore } from 'react'

/** Module-level state. It lasts until the page reloads. Tests reset it. */
export interface PageState<Value> {
  get: () => Value
  set: (value: Value) => void
  /** @returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void
}

const resets = new Map<string, () => void>()

/**
 * @param name which no other state has.
 * @param initial the value on a new page; never mutated.
 */
export function pageState<Value>(name: string, initial: Value): PageState<Value> {
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

export function usePageState<Value>({ subscribe, get }: PageState<Value>): Value {
  return useSyncExternalStore(subscribe, get, get)
}

/** Resets everything, for tests. */
export function resetPageState(): void {
  for (const reset of resets.values()) reset()
}
