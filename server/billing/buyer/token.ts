import * as v from 'valibot'
import { type LinkSecrets, readLink, signLink } from '../../lib/signed-tokens'
import { day } from '../../lib/time'
import { tokenHash } from '../../lib/tokens'
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

/** @returns the token that confirms an accounting address, and nothing else. */
export function copyToken(
  secrets: LinkSecrets,
  { id, emailKey }: Pick<Copy, 'id' | 'emailKey'>,
): string {
  const facts = { sub: id, address: tokenHash(emailKey), aud: 'orglens-copy' }
  return signLink(secrets, facts, validDays * day)
}

/** @returns the address's id, and the hash of its key; null if the token is forged, malformed or too old. */
export function copyOfToken(
  secrets: LinkSecrets,
  token: string,
): { id: string; addressHash: string } | null {
  const found = readLink(secrets, token, claims)
  return found && { id: found.sub, addressHash: found.address }
}
