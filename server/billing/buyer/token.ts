import * as v from 'valibot'
import type { Services } from '../../services'
import { sign, verify } from '../../signed-tokens'
import { day, later } from '../../time'
import { tokenHash } from '../../tokens'
import type { Copy } from './tables'

/** How long the link that asks an accounting address is valid, in days. */
export const validDays = 7

const claims = v.object({
  sub: v.string(),
  /** The hash of its key. */
  address: v.string(),
  aud: v.literal('orglens-copy'),
  exp: v.number(),
})

/** In place of a token's dots: it is part of an address, where a dot means a file (D75). */
const dotInAddress = '~'

type Secrets = Pick<Services, 'accessTokenSecret' | 'alsoAcceptedSecret' | 'clock'>

/** @returns the token that confirms an accounting address, and nothing else. */
export function copyToken(
  { accessTokenSecret, clock }: Secrets,
  { id, emailKey }: Pick<Copy, 'id' | 'emailKey'>,
): string {
  const exp = Math.floor(later(clock(), validDays * day).getTime() / 1_000)
  const facts = { sub: id, address: tokenHash(emailKey), aud: 'orglens-copy', exp }
  return sign(facts, accessTokenSecret).replaceAll('.', dotInAddress)
}

/** @returns the address's id, and the hash of its key; null if the token is forged, malformed or too old. */
export function copyOfToken(
  { accessTokenSecret, alsoAcceptedSecret, clock }: Secrets,
  token: string,
): { id: string; addressHash: string } | null {
  const signed = token.replaceAll(dotInAddress, '.')
  const found =
    verify(signed, accessTokenSecret, claims) ??
    (alsoAcceptedSecret ? verify(signed, alsoAcceptedSecret, claims) : null)
  if (!found || found.exp <= Math.floor(clock().getTime() / 1_000)) return null
  return { id: found.sub, addressHash: found.address }
}
