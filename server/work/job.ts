import { hour, later, second } from '../lib/time'
import type { ChangeStore, DueRows, Row, TableName } from '../store/change'
import { StoreUnavailable } from '../store/unavailable'

/** One piece of work, leased from the store: no other server takes it meanwhile. */
export interface Task {
  /** Its organisation; null if it belongs to none. */
  organisationId: string | null
  /** Runs it and records the result. @throws Error of the store only; then the lease expires. */
  run(): Promise<void>
  /**
   * Ends the lease, so that any server may take it at once: this one is stopping midway. A later
   * result isn't recorded. @throws Error of the store.
   */
  release(): Promise<void>
}

export interface Job {
  name: string
  /** The number of its tasks that a server runs at once. */
  concurrency: number
  /**
   * Takes up to `most` tasks that are due.
   * @param organisationId only its tasks; absent for all.
   * @throws Error of the store only.
   */
  take(most: number, organisationId?: string): Promise<Task[]>
}

interface JobParts<Item, Result> {
  name: string
  concurrency: number
  /** Milliseconds that a server owns a task: longer than an attempt may take. */
  lease: number
  clock: () => Date
  /** Takes due items and moves their due time to `until`, in one step of the store. */
  take(now: Date, until: Date, most: number, organisationId?: string): Promise<Item[]>
  /** The item's organisation, for work that somebody waits for (`Work.runNow`). */
  organisationOf?(item: Item): string
  /** Does the work outside of the store; throws if this item fails. */
  attempt(item: Item): Promise<Result>
  /** Records success in the store. */
  succeeded(item: Item, result: Result): Promise<void>
  /** Records in the store when to retry, or that it is given up. Also if the store refuses the result of an attempt. */
  failed(item: Item, error: unknown): Promise<void>
  /** Ends the lease: the item is due at once. */
  release(item: Item): Promise<void>
}

export function createJob<Item, Result>(parts: JobParts<Item, Result>): Job {
  function taskOf(item: Item): Task {
    let isReleased = false
    return {
      organisationId: parts.organisationOf?.(item) ?? null,

      async run() {
        let result: Result
        try {
          result = await parts.attempt(item)
        } catch (error) {
          if (!isReleased) await parts.failed(item, error)
          return
        }
        if (isReleased) return
        try {
          await parts.succeeded(item, result)
        } catch (error) {
          // A result that the database refuses would be refused each time the lease expires, and nobody would hear of it.
          if (error instanceof StoreUnavailable) throw error
          await parts.failed(item, error)
        }
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

/** The differences between kinds of work whose items are the due rows of a table. */
interface RowJobParts<Name extends TableName, Result>
  extends Pick<
    JobParts<Row<Name>, Result>,
    'name' | 'concurrency' | 'lease' | 'attempt' | 'succeeded' | 'failed'
  > {
  due: DueRows<Name>
  /** Moves the due time of a row that is still leased. */
  postpone(row: Row<Name>, to: Date): Promise<void>
}

/** @returns a job that leases its rows by their due time. */
export function createRowJob<Name extends TableName, Result>(
  { store, clock }: { store: Pick<ChangeStore, 'take'>; clock: () => Date },
  { due, postpone, ...parts }: RowJobParts<Name, Result>,
): Job {
  return createJob({
    ...parts,
    clock,
    take: (now, until, most) => store.take(due, now, until, most),
    release: (row) => postpone(row, clock()),
  })
}

const firstDelay = 10 * second
const longestDelay = hour

/**
 * Exponential backoff with jitter: 10 s after the first failure, doubling up to an hour.
 * @param attempts failures before this one.
 * @param chance from 0 up to 1, the jitter: it decides half of the delay, so that simultaneous
 *   failures aren't retried all at once.
 * @returns ms.
 */
export function backoff(attempts: number, chance: number): number {
  return Math.min(firstDelay * 2 ** attempts, longestDelay) * (0.5 + chance / 2)
}
