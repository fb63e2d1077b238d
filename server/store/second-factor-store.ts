import type { PasswordLink } from './entities'

/** A user's second factor. Deleted with the user. */
export interface SecondFactor {
  userId: string
  /** Encrypted (`server/domain/secrets.ts`). */
  secret: string
  /** When it was created. */
  begunAt: Date
  /** Since when signing in asks for it; null: it waits for its first code. */
  since: Date | null
  /** The time step of the last used code (RFC 6238): that one and earlier ones are used up. */
  lastStep: number | null
  /** The hashes of the unused ones. */
  recoveryCodes: string[]
}

/** What is read of second factors. */
export interface SecondFactorStore {
  findSecondFactor(userId: string): Promise<SecondFactor | null>
  /** A link that sets a new password and hasn't expired at `now`; null: there is none. */
  findLink(tokenHash: string, now: Date): Promise<PasswordLink | null>
}
