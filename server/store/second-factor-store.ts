import type { Mail } from './entities'
import type { Entries } from './events'

/** What a user has to sign in with beside the password. Deleted with the user. */
export interface SecondFactor {
  userId: string
  /** Encrypted (`server/domain/secrets.ts`). */
  secret: string
  /** When it was made. */
  begunAt: Date
  /** Since when signing in asks for it; null: it waits for its first code. */
  since: Date | null
  /** The time step of the code that was used last (RFC 6238): that one and earlier ones are used up. */
  lastStep: number | null
  /** Hashes of those that are left. */
  recoveryCodes: string[]
}

/** What is used up by signing in with it. */
export type SpentCode =
  /** `secret`: the same, encrypted anew; what isn't given stays. */
  | { kind: 'step'; step: number; secret?: string | undefined }
  /** Its hash. `mails` and `told` are kept with it. */
  | { kind: 'recovery'; hash: string; mails: readonly Mail[]; entries: Entries }

/** The store's part for second factors. Each method is one atomic step, as in `Store`. */
export interface SecondFactorStore {
  findSecondFactor(userId: string): Promise<SecondFactor | null>
  /** Whose a link is that sets a new password, and hasn't expired at `now`; null: nobody's. */
  findLinkOwner(tokenHash: string, now: Date): Promise<string | null>
  /** By when a user has to have one; what was said before stays. */
  askForSecondFactor(userId: string, due: Date): Promise<void>
  /**
   * Keeps one that waits for its first code, in place of another one that waits.
   * @returns false, and keeps nothing, where one is on.
   */
  beginSecondFactor(factor: SecondFactor): Promise<boolean>
  /**
   * Turns one on that waits, if it still has that secret.
   * @param factor as it is from now on.
   */
  confirmSecondFactor(
    factor: SecondFactor,
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /** Uses a code up. @returns false where it is, or the factor isn't on: of two at once, one gets true. */
  spendCode(userId: string, code: SpentCode): Promise<boolean>
  /** Gives one that is on other recovery codes. @returns whether there was one. */
  replaceRecoveryCodes(
    userId: string,
    hashes: readonly string[],
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /**
   * Takes one off that is on.
   * @param due by when the user has to have another one; null: they needn't.
   * @returns whether there was one.
   */
  removeSecondFactor(
    userId: string,
    due: Date | null,
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /** Keeps mails, and what there is to tell, of what has changed nothing. */
  sendNotices(mails: readonly Mail[], entries: Entries): Promise<void>
}
