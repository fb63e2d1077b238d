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

/** ECDSA over P-256, and RSA: what all browsers, and every host's WebCrypto, have (COSE). */
const algorithms = [-7, -257]

/**
 * @param sessionId of whoever adds it.
 * @param passkeys the user's: a device that has one makes no other.
 * @returns what a browser is asked to make.
 */
export function askForNewPasskey(
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

/** @returns the passkey that a browser made for a challenge of this site; null: it isn't as it must be. */
export async function readNewPasskey(
  services: Services,
  { id, response }: Attestation,
  challenge: string,
): Promise<Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
> | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    '@simplewebauthn/server/helpers'
  )
  try {
    // Whoever made the device doesn't matter here, and to check it would fetch addresses that a certificate names.
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
