import type { NoPasskey } from './webauthn'

/** Whether this browser supports passkeys at this address. No browser does at an IP address or without https. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

/**
 * Reads an error of `webauthn.ts`, whose code loads late.
 * @returns the text to show; null after the user cancelled; undefined if it is another error.
 */
export const browserErrorText = (error: unknown) =>
  error instanceof Error && error.name === 'NoPasskey' ? (error as NoPasskey).text : undefined
