import type { PasskeyProof } from '../../contract/second-factor-proof'
import { call } from '../api/call'
import { ApiError } from '../api/errors'
import { startSession } from '../api/stored-session'
import { canUsePasskeys } from './browser'

/*
 * Signing in by passkey. Loads late, and the library after it.
 */

/** A passkey that the user has shown, with the domain it belongs to. */
export interface ShownPasskey {
  proof: PasskeyProof
  rpId: string
  /** Whether the user took longer than the server waits. */
  isTooLate: boolean
}

/** Milliseconds after which the field's challenge is renewed. The server forgets a challenge after five minutes. */
const renewAfter = 4 * 60_000

/**
 * Lets the field for the address offer passkeys. Returns once the user has chosen one.
 * @param signal ends it.
 * @returns the passkey; null: the browser can't offer any, or the signal came first.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<ShownPasskey | null> {
  if (!canUsePasskeys()) return null
  const { canOfferInField, cancelRequest } = await import('./webauthn')
  if (!(await canOfferInField())) return null
  let isDue = true
  while (isDue && !signal.aborted) {
    isDue = false
    const renewal = setTimeout(() => {
      isDue = true
      cancelRequest()
    }, renewAfter)
    try {
      return await askForPasskey(signal, true)
    } catch {
      // The user didn't ask for this, so no error shows.
    } finally {
      clearTimeout(renewal)
    }
  }
  return null
}

/**
 * Signs in by passkey, and stores the session.
 * @param keep as in 'Keep me logged in' (D10).
 * @param signal ends the browser's dialog.
 * @param shown the passkey chosen in the field; null: the browser's dialog asks for one.
 * @throws NoPasskey, ApiError, or DOMException where the session can't be stored.
 */
export async function signInWithPasskey(
  keep: boolean,
  signal: AbortSignal,
  shown: ShownPasskey | null,
): Promise<void> {
  const { proof, rpId, isTooLate } = shown ?? (await askForPasskey(signal))
  const { NoPasskey, signalUnknown } = await import('./webauthn')
  if (isTooLate) throw new NoPasskey('too-late', null)
  try {
    startSession(await call('signInWithPasskey', proof), keep)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unknown_passkey') {
      signalUnknown(rpId, proof.credential.id)
    }
    throw error
  }
}

async function askForPasskey(signal: AbortSignal, inField = false): Promise<ShownPasskey> {
  const { askForPasskey, cancelRequest } = await import('./webauthn')
  const request = await call('beginPasskeySignIn', undefined, { signal })
  const from = Date.now()
  signal.throwIfAborted()
  signal.addEventListener('abort', cancelRequest)
  try {
    const proof = await askForPasskey(request, inField)
    signal.throwIfAborted()
    const { rpId, timeout } = request.options
    // A device that slept hasn't renewed its challenge.
    return { proof, rpId, isTooLate: Date.now() - from >= timeout }
  } finally {
    signal.removeEventListener('abort', cancelRequest)
  }
}
