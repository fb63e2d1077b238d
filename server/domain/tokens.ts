import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64url, jwtVerify, SignJWT } from 'jose'

/** Seconds an access token lives (D35). */
const accessTokenLifetime = 15 * 60
/** Milliseconds a refresh token lives (D35). */
export const refreshTokenLifetime = 30 * 24 * 60 * 60 * 1000

const audience = 'orglens-api'

/** @returns a signed access token of a session, valid from `now` for 15 minutes. */
export async function signAccessToken(
  sessionId: string,
  secret: string,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenLifetime)
    .sign(new TextEncoder().encode(secret))
}

/** @returns the session an access token belongs to; null when it is forged, malformed or expired. */
export async function sessionOfAccessToken(
  token: string,
  secret: string,
  now: Date,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      audience,
      currentDate: now,
    })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch {
    return null
  }
}

/** @returns 256 random bits as text for a link or a header. */
export function randomToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}

/** Tokens are kept as hashes only: a stolen database opens no door. */
export function tokenHash(token: string): string {
  return base64url.encode(sha256(utf8ToBytes(token)))
}
