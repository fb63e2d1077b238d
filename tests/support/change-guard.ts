import { AsyncLocalStorage } from 'node:async_hooks'
import { guardStores } from '../../server/app/guard'
import type { Store } from '../../server/app/store'

const inChange = new AsyncLocalStorage<string>()

/** @throws Error within a decision: it may read, and nothing else. */
export function refuseWithinChange(what: string): void {
  const name = inChange.getStore()
  if (name !== undefined) throw new Error(`${what} is called within the change '${name}'.`)
}

guardStores((store) => {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    (...given: unknown[]) => {
      refuseWithinChange(`store.${name}`)
      return (method as (...all: unknown[]) => unknown)(...given)
    },
  ])
  const change: Store['change'] = (name, lock, by, decide) => {
    refuseWithinChange('store.change')
    return store.change(name, lock, by, (read) => inChange.run(name, () => decide(read)))
  }
  return { ...(Object.fromEntries(methods) as Store), change }
})
