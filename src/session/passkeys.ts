import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { RequestOf, ResponseOf } from '../../contract/calls'
import type { PasskeyProof } from '../../contract/passkeys'
import { NoPasskey, type Reason } from './no-passkey'

/*
 * The browser's part. Loaded late: no screen needs it before somebody uses a passkey.
 */

/**
 * Asks the browser for a passkey.
 * @param inField whether the field for the address offers them, in place of a dialog.
 * @throws NoPasskey.
 */
export async function showPasskey(
  { ceremony, options }: ResponseOf<'beginPasskeySignIn'>,
  inField = false,
): Promise<PasskeyProof> {
  const { id, response } = await asked(options.timeout, () =>
    startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: inField,
    }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
  const signed = { clientDataJSON, authenticatorData, signature, userHandle }
  return { ceremony, credential: { id, response: signed } }
}

/** Lets the browser make a passkey. @throws NoPasskey. */
export async function makePasskey({
  ceremony,
  options,
}: ResponseOf<'beginPasskey'>): Promise<Omit<RequestOf<'addPasskey'>, 'name'>> {
  const { id, response } = await asked(options.timeout, () =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
  const { clientDataJSON, attestationObject, transports } = response
  const made = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return { ceremony, credential: { id, response: made } }
}

/** Ends what the browser was asked for. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()

/** @param patience how long the browser waits, in ms: it doesn't tell an end of that from being called off. */
async function asked<Answer>(patience: number, ask: () => Promise<Answer>): Promise<Answer> {
  const from = performance.now()
  try {
    return await ask()
  } catch (error) {
    throw new NoPasskey(reasonOf(error, performance.now() - from >= patience), error)
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
