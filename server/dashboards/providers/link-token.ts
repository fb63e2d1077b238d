import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64url } from 'jose'

const lifetimeSeconds = 3600
/** The expiry is rounded up to a multiple of this, so that a link stays the same for a quarter of an hour (D34). */
const windowSeconds = 900

/** The claims of a link, for Metabase or the sample. */
export interface LinkClaims {
  resource: { dashboard: number | string }
  /** Every locked parameter. */
  params: Record<string, unknown>
}

const header = base64url.encode(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))

/**
 * Signs a link's claims as Metabase's static embedding expects (RFC 7519, HS256), with an `exp`, because
 * a link without one never expires. Synchronous: every profile has a link, and WebCrypto would queue it behind
 * password hashes.
 * @returns the token, and its lifetime in seconds: 60 to 75 minutes.
 */
export function signLink(claims: LinkClaims, key: Uint8Array, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  const exp = Math.ceil((seconds + lifetimeSeconds) / windowSeconds) * windowSeconds
  const signed = `${header}.${base64url.encode(JSON.stringify({ ...claims, exp }))}`
  const signature = base64url.encode(hmac(sha256, key, utf8ToBytes(signed)))
  return { token: `${signed}.${signature}`, expiresIn: exp - seconds }
}
