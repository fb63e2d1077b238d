import type { Store } from '../../server/api/store'
import type { Reading } from '../../server/store/change'

/** The database undoes the change of a server that is killed in the middle of it. */
const undone = new Error('The server was killed')

/**
 * @param step is called before and after each of the store's methods, and before each read of a change and after its
 *   decision: others take their turn meanwhile, or the server is killed, which may also come after the database has
 *   done it, while the answer is on its way. It never resolves for a server that is dead.
 * @param dead resolves when the server is killed.
 * @returns the store, taking these steps.
 */
export function createSteppingStore(
  store: Store,
  step: () => Promise<void>,
  dead: Promise<void>,
): Store {
  const orUndone = dead.then(() => {
    throw undone
  })
  orUndone.catch(() => {})
  const within = () => Promise.race([step(), orUndone])

  const stepping = (read: Reading): Reading => ({
    async all(...given) {
      await within()
      return await read.all(...given)
    },
    async one(...given) {
      await within()
      return await read.one(...given)
    },
  })

  const change: Store['change'] = async (name, lock, by, decide) => {
    await step()
    try {
      const answer = await store.change(name, lock, by, async (read) => {
        const decision = await decide(stepping(read))
        await within()
        return decision
      })
      await step()
      return answer
    } catch (error) {
      // Nobody is there to see it.
      if (error === undone) await new Promise(() => {})
      throw error
    }
  }

  return new Proxy(store, {
    get(target, name) {
      if (name === 'change') return change
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
