import type { NoPasskey } from './webauthn'

/** Whether this browser has passkeys at this address: none does at an IP address, or without https. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

/**
 * Reads an error of `webauthn.ts`, whose code loads late.
 * @returns the text to show; null: none, because the user called it off; undefined: the error is another one.
 */
export const browserSaid = (error: unknown) =>
  error instanceof Error && error.name === 'NoPasskey' ? (error as NoPasskey).said : undefined
