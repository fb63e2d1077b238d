/** The work of one kind that hasn't ended. */
interface Line {
  last: Promise<unknown>
  length: number
}

/** How much work may be in one line, and the error for one too many. */
interface Limit {
  /** Under way or waiting. */
  most: number
  refuse: () => Error
}

/** @returns what does work one after another, for each key in a line of its own. */
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
