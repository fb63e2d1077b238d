import { base64url } from 'jose'
import * as v from 'valibot'
import type { ResponseOf } from '../../contract/calls'
import type { PasskeyProof } from '../../contract/second-factor-proof'
import type { Services } from '../api/services'
import { type LinkSecrets, sign, verifyByEither } from '../lib/signed-tokens'
import { later, minute } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { add, type Reading, type Row, set, type Write } from '../store/change'
import { domainOf, type Passkey } from './passkey-site'

type PasskeyCeremony = Row<'passkeyCeremonies'>

/*
 * A ceremony asks a browser for a passkey. It is a signed text that the browser brings back, so that a visit to the sign-in
 * page, which begins one, costs no row. Only used ceremonies are stored.
 */

/** Milliseconds that a browser has for a ceremony. */
export const ceremonyTime = 5 * minute

/**
 * The purpose of a ceremony. Without a session: signing in, and links from mails. In a session: proving a second factor, or
 * adding a passkey.
 */
type Purpose = 'sign-in' | { proofIn: string } | { newPasskeyIn: string }

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

/** A ceremony that a browser brought back. */
export interface OpenedCeremony {
  challenge: string
  begunAt: Date
  /** The row that marks it as used. */
  used: PasskeyCeremony
}

/** @returns a ceremony that a browser brings back; null if it has another purpose or has expired. */
export function readCeremony(
  secrets: LinkSecrets,
  ceremony: string,
  purpose: Purpose,
): OpenedCeremony | null {
  const found = verifyByEither(secrets, ceremony, claims)
  if (!found || found.aud !== audienceOf(purpose)) return null
  if (found.exp <= secrets.clock().getTime()) return null
  const { challenge, exp } = found
  const begunAt = new Date(exp - ceremonyTime)
  return { challenge, begunAt, used: { id: tokenHash(challenge), expiresAt: new Date(exp) } }
}

/** @returns the user handle that browsers and devices store: the id, which says nothing about the user. */
export const handleOf = (userId: string) => base64url.encode(userId)

/** @returns a passkey as WebAuthn describes it to a browser. */
export const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key',
  transports,
})

/**
 * @param passkeys the accepted ones; empty: any of the site.
 * @returns the ceremony, and the options with which a browser asks its user for a passkey.
 */
export function beginAssertion(
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

/** A passkey that signed its challenge, and isn't used up yet. */
export interface ShownPasskey {
  passkey: Passkey
  /** The number of signatures by the passkey so far. */
  counter: number
  ceremony: PasskeyCeremony
}

/**
 * Checks a passkey and its signature.
 * @returns `passkey`: the stored one, or null if no account has it; `shown`: null unless everything about it is right.
 */
export async function readPasskey(
  services: Services,
  { ceremony, credential }: PasskeyProof,
  purpose: Purpose,
): Promise<{ passkey: Passkey | null; shown: ShownPasskey | null }> {
  const passkey = await services.store.one('passkeys', { credentialId: credential.id })
  const opened = readCeremony(services, ceremony, purpose)
  if (!passkey || !opened || passkey.domain !== domainOf(services)) return { passkey, shown: null }
  const { userHandle } = credential.response
  if (userHandle !== null && userHandle !== handleOf(passkey.userId)) {
    return { passkey, shown: null }
  }
  const counter = await counterIn(services, passkey, credential, opened.challenge)
  return { passkey, shown: counter === null ? null : { passkey, counter, ceremony: opened.used } }
}

/** @returns how often a passkey has signed, if it signed `challenge` for this site; null: it didn't. */
async function counterIn(
  services: Services,
  { publicKey, isSynced }: Passkey,
  { id, response: { clientDataJSON, authenticatorData, signature } }: PasskeyProof['credential'],
  challenge: string,
): Promise<number | null> {
  // Loaded late: many servers never see a passkey.
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
      // `consumePasskey` compares the counter, in its change.
      credential: { id, publicKey: new Uint8Array(base64url.decode(publicKey)), counter: 0 },
    })
    const { credentialDeviceType, newCounter } = authenticationInfo
    const isSameKind = (credentialDeviceType === 'multiDevice') === isSynced
    return verified && isSameKind ? newCounter : null
  } catch {
    // The library throws for every fault.
    return null
  }
}

/**
 * Uses a passkey, as part of a change that holds its user.
 * @returns the writes; `void` if the ceremony was used, or the passkey removed, meanwhile; `copied` if the counter didn't
 *   grow, which means that somebody has a copy of the passkey.
 */
export async function consumePasskey(
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
