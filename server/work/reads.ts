/**
 * Since when the oldest piece of work of each job has been waiting; null: there is none. Work that must
 * succeed in the end waits from its beginning, however often it was tried: a mail from when it was written,
 * a refund from when it was owed, a cancellation from the plan's end. Recurring work waits from when it was
 * due.
 */
export type OldestWork = Record<
  | 'mail'
  | 'refunds'
  | 'receipts'
  | 'cancellations'
  | 'checkouts'
  | 'comparison'
  | 'renewals'
  | 'deletions'
  | 'reports'
  | 'housekeeping',
  Date | null
>

/** What background work there is, and what was seen of the database by the way. */
export interface DueWork {
  /** The jobs that have something to do. */
  jobs: (keyof OldestWork)[]
  isReadOnly: boolean
}

/** What is read of background work, and how chores are taken. */
export interface WorkStore {
  /**
   * Takes a chore if it is due at `now`, and puts it off to `until`, so that no other server takes it
   * meanwhile. One that was never done is due. @returns whether it was taken.
   */
  takeChore(name: string, now: Date, until: Date): Promise<boolean>
  postponeChore(name: string, nextAt: Date): Promise<void>
  /** Which jobs have something to do at `now`. Writes nothing, in one statement. */
  findDueWork(now: Date): Promise<DueWork>
  /** For monitoring: how far the background work is behind. */
  findOldestWork(now: Date): Promise<OldestWork>
}
