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

/** The size of the cache, which has one link for each organisation and dashboard that somebody looks at. */
const maxLinks = 5_000

/**
 * Signs a link's claims as Metabase's static embedding expects (RFC 7519, HS256), with an `exp`, because
 * a link without one never expires. Each answer of the profile has a link, so signed links are cached by their claims.
 * Synchronous: WebCrypto would queue it behind password hashes.
 * @returns a function that signs claims. Its result is the token and its lifetime in seconds: 60 to 75 minutes.
 */
export function createLinkSigner(key: Uint8Array) {
  const cache = new Map<string, string>()

  return (claims: LinkClaims, now: Date) => {
    const seconds = Math.floor(now.getTime() / 1000)
    const exp = Math.ceil((seconds + lifetimeSeconds) / windowSeconds) * windowSeconds
    const payload = JSON.stringify({ ...claims, exp })
    let token = cache.get(payload)
    if (token === undefined) {
      const signed = `${header}.${base64url.encode(payload)}`
      token = `${signed}.${base64url.encode(hmac(sha256, key, utf8ToBytes(signed)))}`
      if (cache.size === maxLinks) cache.clear()
      cache.set(payload, token)
    }
    return { token, expiresIn: exp - seconds }
  }
}
