import { base64url } from 'jose'
import * as v from 'valibot'
import type { ResponseOf } from '../../contract/calls'
import type { PasskeyProof } from '../../contract/second-factor-proof'
import type { Services } from '../api/services'
import { sign, verify } from '../lib/signed-tokens'
import { later, minute } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { add, type Reading, type Row, set, type Write } from '../store/change'
import { domainOf, type Passkey } from './passkey-site'

/** A ceremony that was used. */
export type PasskeyCeremony = Row<'passkeyCeremonies'>

/*
 * A ceremony asks a browser for a passkey. It is a signed text that the browser brings back, so that asking, which
 * every visit to the sign-in page does, costs no row: only what was used is kept.
 */

/** How long a browser has, in ms. */
export const ceremonyTime = 5 * minute

/** What it is for: signing in, and links from mails, without a session; something guarded, or a new passkey, in one. */
export type Purpose = 'sign-in' | { proofIn: string } | { newPasskeyIn: string }

const audienceOf = (purpose: Purpose) =>
  purpose === 'sign-in'
    ? 'orglens-passkey-sign-in'
    : 'proofIn' in purpose
      ? `orglens-passkey-proof ${purpose.proofIn}`
      : `orglens-passkey-new ${purpose.newPasskeyIn}`

const claims = v.object({ aud: v.string(), challenge: v.string(), exp: v.number() })

/** @returns the ceremony, and the challenge that the passkey signs. */
export function beginCeremony(
  { accessTokenSecret, clock }: Pick<Services, 'accessTokenSecret' | 'clock'>,
  purpose: Purpose,
): { ceremony: string; challenge: string } {
  const challenge = randomToken()
  const exp = later(clock(), ceremonyTime).getTime()
  return {
    ceremony: sign({ aud: audienceOf(purpose), challenge, exp }, accessTokenSecret),
    challenge,
  }
}

/**
 * Reads a ceremony that a browser brings back.
 * @returns its challenge, when it was begun, and the row that says that it was used; null: it was begun for something
 *   else, or is too old.
 */
export function readCeremony(
  {
    accessTokenSecret,
    alsoAcceptedSecret,
    clock,
  }: Pick<Services, 'accessTokenSecret' | 'alsoAcceptedSecret' | 'clock'>,
  ceremony: string,
  purpose: Purpose,
): { challenge: string; at: Date; use: PasskeyCeremony } | null {
  const found =
    verify(ceremony, accessTokenSecret, claims) ??
    (alsoAcceptedSecret ? verify(ceremony, alsoAcceptedSecret, claims) : null)
  if (!found || found.aud !== audienceOf(purpose) || found.exp <= clock().getTime()) return null
  const { challenge, exp } = found
  const at = new Date(exp - ceremonyTime)
  return { challenge, at, use: { id: tokenHash(challenge), expiresAt: new Date(exp) } }
}

/** How browsers and devices know a user: their id, which says nothing about them. */
export const handleOf = (userId: string) => base64url.encode(userId)

/** How a browser is told of a passkey. */
export const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key',
  transports,
})

/**
 * @param passkeys those that will do; empty: any of the site.
 * @returns what a browser is asked for.
 */
export function askForPasskey(
  services: Services,
  purpose: Purpose,
  passkeys: readonly Passkey[],
): ResponseOf<'beginPasskeySignIn'> {
  const { ceremony, challenge } = beginCeremony(services, purpose)
  return {
    ceremony,
    options: {
      challenge,
      rpId: domainOf(services),
      timeout: ceremonyTime,
      userVerification: 'required',
      ...(passkeys.length > 0 && { allowCredentials: passkeys.map(descriptorOf) }),
    },
  }
}

/** A passkey that signed what was asked of it; it isn't used yet. */
export interface ShownPasskey {
  passkey: Passkey
  /** How often it has signed by now. */
  counter: number
  ceremony: PasskeyCeremony
}

/**
 * Checks what a browser gave.
 * @returns the passkey, and what it signed; null for that: something is wrong. Both null: no account has it.
 */
export async function readPasskey(
  services: Services,
  { ceremony, credential }: PasskeyProof,
  purpose: Purpose,
): Promise<{ passkey: Passkey | null; shown: ShownPasskey | null }> {
  const passkey = await services.store.one('passkeys', { credentialId: credential.id })
  const begun = readCeremony(services, ceremony, purpose)
  if (!passkey || !begun || passkey.domain !== domainOf(services)) return { passkey, shown: null }
  const { userHandle } = credential.response
  if (userHandle !== null && userHandle !== handleOf(passkey.userId)) {
    return { passkey, shown: null }
  }
  const counter = await counterIn(services, passkey, credential, begun.challenge)
  return { passkey, shown: counter === null ? null : { passkey, counter, ceremony: begun.use } }
}

/** @returns how often a passkey has signed, if it signed `challenge` for this site; null: it didn't. */
async function counterIn(
  services: Services,
  { publicKey, isSynced }: Passkey,
  { id, response: { clientDataJSON, authenticatorData, signature } }: PasskeyProof['credential'],
  challenge: string,
): Promise<number | null> {
  // Late: a server that nobody shows a passkey needs none of it.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: new URL(services.appUrl).origin,
      expectedRPID: domainOf(services),
      requireUserVerification: true,
      // Where the counter was is compared when it is used, on whatever server.
      credential: { id, publicKey: new Uint8Array(base64url.decode(publicKey)), counter: 0 },
    })
    const { credentialDeviceType, newCounter } = authenticationInfo
    const isOfItsKind = (credentialDeviceType === 'multiDevice') === isSynced
    return verified && isOfItsKind ? newCounter : null
  } catch {
    // Whatever isn't as it must be, the library throws.
    return null
  }
}

/**
 * Uses a passkey, as part of what it is shown for, in a change that holds its user.
 * @returns the writes; `void`: the ceremony was used, or the passkey removed, meanwhile; `copied`: it has signed less often
 *   than before, so that somebody else has a copy.
 */
export async function takePasskey(
  read: Reading,
  { passkey: { id }, counter, ceremony }: ShownPasskey,
  now: Date,
): Promise<Write[] | 'void' | 'copied'> {
  const [passkey, used] = await Promise.all([
    read.one('passkeys', { id }),
    read.one('passkeyCeremonies', { id: ceremony.id }),
  ])
  if (!passkey || used) return 'void'
  const counts = counter > 0 || passkey.counter > 0
  if (!passkey.isSynced && counts && counter <= passkey.counter) return 'copied'
  return [set('passkeys', { id }, { counter, lastUsedAt: now }), add('passkeyCeremonies', ceremony)]
}
