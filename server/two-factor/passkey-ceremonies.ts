import * as v from 'valibot'
import type { Services } from '../api/services'
import { sign, verify } from '../lib/signed-tokens'
import { later, minute } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import type { Row } from '../store/change'

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
