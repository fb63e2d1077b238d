import type { Row } from '../store/change'

/** A caller and their organisation's plan: only what most calls need, because every one reads it. */
export interface Caller {
  sessionId: string
  user: Omit<Row<'users'>, 'passwordHash' | 'createdAt'>
  /** Whether codes of an authenticator app are on for the user. */
  hasCodes: boolean
  organisation: Row<'organisations'>
  /** The organisation's plan, its currency and its renewal; null: none. */
  live: Pick<Row<'subscriptions'>, 'id' | 'plan' | 'currency' | 'renewal'> | null
  /** When the organisation is to be deleted, and who asked for that (D140); null: it isn't. */
  deletion: Pick<Row<'deletions'>, 'dueAt' | 'requestedAt' | 'requestedBy'> | null
  /** Whether an open checkout may have been paid, so that the provider should be asked first. */
  mayBePaid: boolean
}
