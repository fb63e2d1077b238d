import { type JWTPayload, SignJWT } from 'jose'

const lifetimeSeconds = 600
/**
 * The expiry is rounded up to a multiple of this, so that the link stays the same for a while and a
 * visible frame isn't replaced (D34).
 */
const windowSeconds = 600

/** What a link says that Metabase, or the sample, is to show. */
export interface LinkClaims extends JWTPayload {
  resource: { dashboard: number | string }
  /** Every locked parameter. */
  params: Record<string, unknown>
}

/**
 * Signs a link's claims as Metabase's static embedding wants them: HS256, with an `exp`, because a link
 * without one never ends.
 * @returns the token, and how long it works, in seconds: 10 to 20 minutes.
 */
export async function signLink(claims: LinkClaims, key: Uint8Array, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000)
  const exp = Math.ceil((seconds + lifetimeSeconds) / windowSeconds) * windowSeconds
  const token = await new SignJWT({ ...claims, exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(key)
  return { token, expiresIn: exp - seconds }
}
