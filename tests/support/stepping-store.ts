import type { Store } from '../../server/store/store'

/**
 * @param step is called before and after each of the store's methods: others take their turn meanwhile, or the server
 *   is killed, which may also come after the database has done it, while the answer is on its way.
 * @returns the store, taking these steps.
 */
export function createSteppingStore(store: Store, step: () => Promise<void>): Store {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...parameters: unknown[]) => {
        await step()
        const answer: unknown = await method.apply(target, parameters)
        await step()
        return answer
      }
    },
  })
}
