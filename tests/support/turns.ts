import { setImmediate } from 'node:timers/promises'

export type Turns = ReturnType<typeof createTurns>

/**
 * Lets concurrent tasks proceed one step at a time.
 * @param order which of those that wait then is next: a number for each turn, from the start again.
 */
export function createTurns(order: readonly number[]) {
  const waiting: (() => void)[] = []
  let turn = 0

  return {
    /** Resolves when it is the caller's turn. */
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),

    /** Gives turns until all tasks have ended. */
    async take(begun: readonly Promise<unknown>[]) {
      let isOver = false
      const all = Promise.all(begun).finally(() => {
        isOver = true
      })
      while (!isOver) {
        const index = (order[turn % order.length] ?? 0) % Math.max(1, waiting.length)
        const [next] = waiting.splice(index, 1)
        if (next) turn += 1
        next?.()
        // So that it gets as far as it can before the next one's turn.
        await setImmediate()
      }
      await all
    },
  }
}
