import type { NoPasskey } from './passkeys'

/**
 * @returns what to say of an error of `passkeys.ts`, whose code loads late; null: nothing, the user called it off; undefined:
 *   it is another one.
 */
export const browserSaid = (error: unknown) =>
  error instanceof Error && error.name === 'NoPasskey' ? (error as NoPasskey).said : undefined
