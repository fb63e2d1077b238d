import { setImmediate } from 'node:timers/promises'

/** Lets concurrent tasks proceed one step at a time, in a given order. */
export interface Turns {
  /** Resolves when it is the caller's turn. */
  next(): Promise<void>
  /** Gives turns until all tasks have ended. */
  take(begun: readonly Promise<unknown>[]): Promise<void>
}

/** @param order which of those that wait then is next: a number for each turn, from the start again. */
export function createTurns(order: readonly number[]): Turns {
  const waiting: (() => void)[] = []
  let turn = 0

  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),

    async take(begun) {
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
