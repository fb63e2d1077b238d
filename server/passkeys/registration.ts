import { base64url } from 'jose'
import type { ResponseOf } from '../../contract/calls'
import type { Attestation } from '../../contract/passkeys'
import type { Services } from '../api/services'
import type { User } from '../people/tables'
import {
  beginCeremony,
  ceremonyTime,
  descriptorOf,
  handleOf,
} from '../two-factor/passkey-assertion'
import { domainOf, type Passkey } from '../two-factor/passkey-site'

/** ECDSA over P-256, and RSA (COSE): all browsers, and the WebCrypto of every host, have them. */
const algorithms = [-7, -257]

/**
 * @param sessionId the session of the user who adds it.
 * @param passkeys the user's: a device that has one of them creates no other.
 * @returns the ceremony, and the options with which a browser creates a passkey.
 */
export function beginRegistration(
  services: Services,
  { id, email, fullName }: Pick<User, 'id' | 'email' | 'fullName'>,
  sessionId: string,
  passkeys: readonly Passkey[],
): ResponseOf<'beginPasskey'> {
  const { ceremony, challenge } = beginCeremony(services, { newPasskeyIn: sessionId })
  return {
    ceremony,
    options: {
      challenge,
      rp: { id: domainOf(services), name: services.productName },
      user: { id: handleOf(id), name: email, displayName: fullName },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      timeout: ceremonyTime,
      excludeCredentials: passkeys.map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }
}

/** The fields of a passkey that come from the browser. */
export type NewPasskey = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
>

/** @returns the passkey that a browser created for a challenge of this site; null if anything about it is wrong. */
export async function readNewPasskey(
  services: Services,
  { id, response }: Attestation,
  challenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    '@simplewebauthn/server/helpers'
  )
  try {
    // The maker of the device doesn't matter here. Checking it would fetch addresses that a certificate names.
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get(
      'authData',
    )
    const unattested = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(unattested)),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: new URL(services.appUrl).origin,
      expectedRPID: domainOf(services),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified || registrationInfo.credential.id !== id) return null
    const { credential, credentialDeviceType } = registrationInfo
    return {
      credentialId: id,
      publicKey: base64url.encode(credential.publicKey),
      counter: credential.counter,
      transports: response.transports ?? [],
      isSynced: credentialDeviceType === 'multiDevice',
    }
  } catch {
    return null
  }
}
