/** Why the browser gave none. */
export type Reason = 'cancelled' | 'too-late' | 'known' | 'elsewhere' | 'failed'

/** The browser gave no passkey. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
  constructor(
    readonly reason: Reason,
    cause: unknown,
  ) {
    super(`the browser gave no passkey: ${reason}`, { cause })
  }
}

const texts: Record<Exclude<Reason, 'cancelled'>, string> = {
  'too-late': 'That took too long. Please try again.',
  known: 'This device has a passkey already.',
  elsewhere: 'Passkeys don’t work at this address.',
  failed: 'Your browser could not do it. Please try again.',
}

/** @returns what to say of an error; null: nothing, the user called it off; undefined: it isn't the browser's. */
export function textOfBrowser(error: unknown): string | null | undefined {
  if (!(error instanceof NoPasskey)) return undefined
  return error.reason === 'cancelled' ? null : texts[error.reason]
}
