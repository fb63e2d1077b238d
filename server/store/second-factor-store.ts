import type { Mail } from './entities'
import type { Entries } from './events'

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

/** The effect of signing in with it. */
export type SpentCode =
  /** `secret`: the same, re-encrypted; absent fields stay. */
  | { kind: 'step'; step: number; secret?: string | undefined }
  /** Its hash. `mails` and `told` are saved with it. */
  | { kind: 'recovery'; hash: string; mails: readonly Mail[]; entries: Entries }

/** The methods for second factors. Each is one atomic step, as in `Store`. */
export interface SecondFactorStore {
  findSecondFactor(userId: string): Promise<SecondFactor | null>
  /** The user of a valid link that sets a new password at `now`; null: none. */
  findLinkOwner(tokenHash: string, now: Date): Promise<string | null>
  /** Sets when a user must have one by; an earlier date stays. */
  askForSecondFactor(userId: string, due: Date): Promise<void>
  /**
   * Saves one that waits for its first code, replacing another waiting one.
   * @returns false, and saves nothing, if one is on, or the user is gone.
   */
  beginSecondFactor(factor: SecondFactor): Promise<boolean>
  /**
   * Switches a waiting one on, if it still has that secret.
   * @param factor its new state.
   */
  confirmSecondFactor(
    factor: SecondFactor,
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /** Uses a code up. @returns false if it is used, or the factor isn't on: of two at once, one gets true. */
  spendCode(userId: string, code: SpentCode): Promise<boolean>
  /** Replaces the recovery codes of an active one. @returns whether there was one. */
  replaceRecoveryCodes(
    userId: string,
    hashes: readonly string[],
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /**
   * Switches an active one off.
   * @param due when the user must have another one by; null: not required.
   * @returns whether there was one.
   */
  removeSecondFactor(
    userId: string,
    due: Date | null,
    mails: readonly Mail[],
    entries: Entries,
  ): Promise<boolean>
  /** Saves mails and entries without another change. */
  sendNotices(mails: readonly Mail[], entries: Entries): Promise<void>
}
