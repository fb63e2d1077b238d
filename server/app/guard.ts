import type { Store } from '../api/store'

/** Wraps each new store in tests (`tests/support/change-guard.ts`). Otherwise it does nothing. */
export let guardStore = (store: Store): Store => store

/** @param guard refuses calls of the store within a change: they would wait for it for ever. */
export function guardStores(guard: (store: Store) => Store): void {
  guardStore = guard
}
