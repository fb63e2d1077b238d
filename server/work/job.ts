import { hour, later, second } from '../time'

/** One thing to do, taken from the store under a lease: no other server takes it meanwhile. */
export interface Task {
  /** Whose it is; null where it is nobody's in particular. */
  organisationId: string | null
  /** Does it and notes what came of it. @throws Error of the store only: then the lease runs out. */
  run(): Promise<void>
  /**
   * Makes it due again, for whichever server comes first: this one stops in the middle of it. What
   * becomes of it here isn't noted any more. @throws Error of the store.
   */
  release(): Promise<void>
}

/** One kind of background work. */
export interface Job {
  name: string
  /** How many of its tasks a server has under way at once. */
  concurrency: number
  /**
   * Takes up to `most` tasks that are due.
   * @param organisationId only its tasks; absent means everybody's.
   * @throws Error of the store only.
   */
  take(most: number, organisationId?: string): Promise<Task[]>
}

/** What makes a kind of work differ from others. */
interface JobParts<Item, Result> {
  name: string
  concurrency: number
  /** How long a taken item is this server's, in ms: longer than an attempt may take. */
  lease: number
  clock: () => Date
  /** Takes due items and puts them off to `until`, in one step of the store. */
  take(now: Date, until: Date, most: number, organisationId?: string): Promise<Item[]>
  organisationOf(item: Item): string | null
  /** What is done in the outside world; what it throws is a failure of this item. */
  attempt(item: Item): Promise<Result>
  /** Notes in the store that it is done. */
  succeeded(item: Item, result: Result): Promise<void>
  /** Notes in the store when to try again, or gives it up. */
  failed(item: Item, error: unknown): Promise<void>
  /** Ends the lease: the item is due at once. */
  release(item: Item): Promise<void>
}

/** Makes a job of its parts. */
export function createJob<Item, Result>(parts: JobParts<Item, Result>): Job {
  function taskOf(item: Item): Task {
    let isReleased = false
    return {
      organisationId: parts.organisationOf(item),

      async run() {
        let result: Result
        try {
          result = await parts.attempt(item)
        } catch (error) {
          if (!isReleased) await parts.failed(item, error)
          return
        }
        if (!isReleased) await parts.succeeded(item, result)
      },

      release() {
        isReleased = true
        return parts.release(item)
      },
    }
  }

  return {
    name: parts.name,
    concurrency: parts.concurrency,
    async take(most, organisationId) {
      const now = parts.clock()
      const items = await parts.take(now, later(now, parts.lease), most, organisationId)
      return items.map(taskOf)
    },
  }
}

const firstDelay = 10 * second
const longestDelay = hour

/**
 * How long to wait after a failure: 10 s, then twice as long each time up to an hour.
 * @param attempts failures before this one.
 * @param chance from 0 up to 1: half of the wait is up to it, so that what failed together isn't
 *   tried again all at once.
 * @returns ms.
 */
export function backoff(attempts: number, chance: number): number {
  return Math.min(firstDelay * 2 ** attempts, longestDelay) * (0.5 + chance / 2)
}
