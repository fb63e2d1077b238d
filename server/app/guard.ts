import type { Store } from '../api/store'

/** What is done to each store that is made: nothing, but in tests (`tests/support/change-guard.ts`). */
export let guardStore = (store: Store): Store => store

/** @param guard refuses calls of the store within a change: they would wait for it for ever. */
export function guardStores(guard: (store: Store) => Store): void {
  guardStore = guard
}
