/** A rate: `calls` at once, refilled evenly over `window`. */
export interface RateLimit {
  calls: number
  /** In ms. */
  window: number
}

export interface Count {
  /** One number is kept for each key. */
  key: string
  limit: RateLimit
  /** The number of calls that it counts as; 1 by default. */
  cost?: number
  /** The subject that the count belongs to, if any: its counts can be cleared together. */
  subject?: string
}

/** The counts of rate limits. Each method is one statement: a group of calls counts as a whole or not at all. */
export interface CountStore {
  /**
   * Counts groups against limits that all servers on this store share: each group wholly or not at all.
   * Refused groups don't count. Generic cell rate algorithm.
   * @param groups no two counts have the same key.
   * @returns for each group 0 when it may go ahead, else how long to wait, in ms.
   */
  countCalls(groups: readonly (readonly Count[])[], now: Date): Promise<number[]>
  /** Uncounts calls that came to nothing. */
  giveBackCalls(counts: readonly Count[]): Promise<void>
  clearCalls(subject: string): Promise<void>
  /** Removes up to `most` counts that are refilled at `now`. @returns how many. */
  removeRefilled(now: Date, most: number): Promise<number>
}
