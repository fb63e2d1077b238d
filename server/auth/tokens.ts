import * as v from 'valibot'
import { type LinkSecrets, readLink, sign, signLink, verify } from '../lib/signed-tokens'
import { day } from '../lib/time'
import { tokenHash } from '../lib/tokens'

/** The lifetime of an access token, in seconds (D35). */
const accessTokenLifetime = 15 * 60
/** The lifetime of a refresh token, in ms. */
export const refreshTokenLifetime = 30 * day

const audience = 'orglens-api'

const claims = v.object({ sid: v.string(), aud: v.literal(audience), exp: v.number() })
type Claims = v.InferOutput<typeof claims>

/** The claims of a link that confirms or rejects an address. */
const addressClaims = v.object({
  sub: v.string(),
  /** The hash of the address's key, which keeps the link short. */
  address: v.string(),
  aud: v.literal('orglens-address'),
  exp: v.number(),
})

/** The lifetime of a token of `npm run doctor`, in seconds. */
const doctorTokenLifetime = 60
/** The claims of a token of `npm run doctor`, which has the server's secret. */
const doctorClaims = v.object({ aud: v.literal('orglens-doctor'), exp: v.number() })

/** The size of the cache of verified tokens: one for each concurrently active user. */
const maxVerified = 5_000
/**
 * Claims of verified tokens, each keyed with its secret, because an active user sends the same
 * token with every call. Expiry is checked on every use.
 */
const verified = new Map<string, Claims>()

/** @returns a signed access token (RFC 7519, HS256) of a session, valid from `now` for 15 minutes. */
export function signAccessToken(sessionId: string, secret: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const exp = iat + accessTokenLifetime
  return sign({ sid: sessionId, aud: audience, iat, exp }, secret)
}

/** @param lifetime in ms. @returns a token that proves that its bearer reads the mails to a user's address (D90). */
export const signAddressToken = (
  secrets: LinkSecrets,
  { userId, emailKey }: { userId: string; emailKey: string },
  lifetime: number,
): string =>
  signLink(secrets, { sub: userId, address: tokenHash(emailKey), aud: 'orglens-address' }, lifetime)

/** @returns the user and the address that such a token names; null when it is forged, malformed or expired. */
export function addressOfToken(
  secrets: LinkSecrets,
  token: string,
): { userId: string; addressHash: string } | null {
  const found = readLink(secrets, token, addressClaims)
  return found && { userId: found.sub, addressHash: found.address }
}

/** @returns a token by which a server with the same secret recognises `npm run doctor`, for a minute. */
export function signDoctorToken(secret: string, now: Date): string {
  const exp = Math.floor(now.getTime() / 1000) + doctorTokenLifetime
  return sign({ aud: 'orglens-doctor', exp }, secret)
}

/** @returns whether a token is from `npm run doctor`, and still valid. */
export function isDoctorToken(token: string, secret: string, now: Date): boolean {
  const found = verify(token, secret, doctorClaims)
  const seconds = Math.floor(now.getTime() / 1000)
  return found !== null && found.exp > seconds && found.exp <= seconds + doctorTokenLifetime
}

/** @returns the session id in an access token; null when the token is forged, malformed or expired. */
export function sessionOfAccessToken(token: string, secret: string, now: Date): string | null {
  const key = `${secret} ${token}`
  const found = verified.get(key) ?? verify(token, secret, claims)
  if (!found || found.exp <= Math.floor(now.getTime() / 1000)) return null
  if (!verified.has(key)) {
    if (verified.size === maxVerified) verified.clear()
    verified.set(key, found)
  }
  return found.sid
}
