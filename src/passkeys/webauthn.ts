import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { RequestOf, ResponseOf } from '../../contract/calls'
import type { PasskeyProof } from '../../contract/second-factor-proof'

/* The browser's part of passkeys. Loads late, because no screen needs it before somebody uses a passkey. */

type Reason = 'cancelled' | 'too-late' | 'known' | 'elsewhere' | 'failed'

const texts: Record<Reason, string | null> = {
  cancelled: null,
  'too-late': 'That took too long. Please try again.',
  known: 'This device already has a passkey.',
  elsewhere: 'Passkeys don’t work at this address.',
  failed: 'Your browser could not do it. Please try again.',
}

/** The error of a browser that gave no passkey. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey'
  /** The text to show; null after the user cancelled. */
  readonly text: string | null

  constructor(reason: Reason, cause: unknown) {
    super(`the browser gave no passkey: ${reason}`, { cause })
    this.text = texts[reason]
  }
}

/**
 * Asks the browser for a passkey.
 * @param inField whether the field for the address offers them, in place of a dialog.
 * @throws NoPasskey.
 */
export async function askForPasskey(
  { ceremony, options }: ResponseOf<'beginPasskeySignIn'>,
  inField = false,
): Promise<PasskeyProof> {
  const { id, response } = await askBrowser(options.timeout, () =>
    startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: inField,
    }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
  const signed = { clientDataJSON, authenticatorData, signature, userHandle }
  return { ceremony, credential: { id, response: signed } }
}

/** Has the browser create a passkey. @throws NoPasskey. */
export async function createPasskey({
  ceremony,
  options,
}: ResponseOf<'beginPasskey'>): Promise<Omit<RequestOf<'addPasskey'>, 'name'>> {
  const { id, response } = await askBrowser(options.timeout, () =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
  const { clientDataJSON, attestationObject, transports } = response
  const attestation = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return { ceremony, credential: { id, response: attestation } }
}

/** Whether the field for the address can offer passkeys. */
export const canOfferInField = () => browserSupportsWebAuthnAutofill()

/**
 * Tells the browser, if it supports that, that no account has a passkey. It may stop offering it (Web
 * Authentication 3, 5.1.10).
 */
export function signalUnknown(rpId: string, credentialId: string): void {
  PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {})
}

export const cancelRequest = () => WebAuthnAbortService.cancelCeremony()

/** @param timeout milliseconds that the browser waits. It reports a timeout like a cancellation. */
async function askBrowser<Answer>(timeout: number, ask: () => Promise<Answer>): Promise<Answer> {
  const from = performance.now()
  try {
    return await ask()
  } catch (error) {
    throw new NoPasskey(reasonOf(error, performance.now() - from >= timeout), error)
  }
}

function reasonOf(error: unknown, isLate: boolean): Reason {
  const code = error instanceof WebAuthnError ? error.code : null
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') return 'elsewhere'
  const { name } = error instanceof Error ? error : { name: '' }
  if (name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED') return 'cancelled'
  if (name === 'NotAllowedError') return isLate ? 'too-late' : 'cancelled'
  return 'failed'
}
