/** The work of one kind that hasn't ended. */
interface Line {
  last: Promise<unknown>
  length: number
}

/**
 * @param most how many may be under way or wait in one line.
 * @param refuse the error for one too many.
 * @returns what does work one after another, for each key in a line of its own.
 */
export function createLines(most: number, refuse: () => Error) {
  const lines = new Map<string, Line>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= most) throw refuse()
    lines.set(key, line)
    line.length += 1
    const working = line.last.then(work)
    line.last = working.catch(() => {})
    try {
      return await working
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(key)
    }
  }
}
