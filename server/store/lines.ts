import { enterQueue } from '../lib/waiting'
import { StoreBusy } from './unavailable'

interface Line {
  last: Promise<unknown>
  length: number
}

/** The longest line, and the error beyond it. */
interface Limit {
  /** The number of pieces of work, running or waiting. */
  most: number
  refuse: () => Error
}

/** @returns a function that runs the work of one key one after another, and that of different keys at once. */
export function createLines() {
  const lines = new Map<string, Line>()
  return async <Result>(
    key: string,
    { most, refuse }: Limit,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= most) throw refuse()
    lines.set(key, line)
    line.length += 1
    return await new Promise((resolve, reject) => {
      const isOurTurn = enterQueue(() => reject(new StoreBusy()))
      line.last = line.last.then(async () => {
        try {
          if (isOurTurn()) resolve(await work())
        } catch (error) {
          reject(error)
        } finally {
          line.length -= 1
          if (line.length === 0) lines.delete(key)
        }
      })
    })
  }
}
