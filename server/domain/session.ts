import { longest } from '../../contract/text'
import { HttpError } from '../http-error'
import type { Network } from '../networks'
import type { Services } from '../services'
import type { Caller } from '../store/entities'
import { later } from '../time'
import { checkoutsForReaders } from './checkouts'
import { emailKey } from './email'
import { networkSubjects, withRateLimit } from './rate-limit'
import {
  randomToken,
  refreshTokenLifetime,
  sessionOfAccessToken,
  signAccessToken,
  tokenHash,
} from './tokens'

interface SignedIn {
  accessToken: string
  refreshToken: string
  isAdmin: boolean
}

/**
 * Signs a user in.
 * @param network where the attempt comes from.
 * @throws HttpError 404 for an unknown address, 401 for a wrong password (specification, section
 *   8), 429 after too many attempts (D50).
 */
export async function signIn(
  services: Services,
  email: string,
  password: string,
  network: Network,
): Promise<SignedIn> {
  const key = emailKey(email)
  const subjects = { address: key, ...networkSubjects(network) }
  const signingIn = () => openSession(services, key, password)
  return await withRateLimit(services, 'tryPassword', subjects, signingIn, { isFree: () => true })
}

async function openSession(services: Services, key: string, password: string): Promise<SignedIn> {
  const { store, passwords, clock, accessTokenSecret } = services
  const membership = await store.findMembershipByEmailKey(key)
  if (!membership) throw new HttpError(404, 'User not found with this email.')
  // No account can have such a password, so hashing it is pointless.
  const isPossible = password.length <= longest.password
  if (!isPossible || !(await passwords.verify(membership.user.passwordHash, password))) {
    throw wrongPassword()
  }
  const now = clock()
  const refreshToken = randomToken()
  const session = {
    id: crypto.randomUUID(),
    userId: membership.user.id,
    refreshTokenHash: tokenHash(refreshToken),
    createdAt: now,
    expiresAt: later(now, refreshTokenLifetime),
  }
  // A reset during the attempt ends this sign-in too.
  if (!(await store.createSession(session, membership.user.passwordHash))) throw wrongPassword()
  return {
    accessToken: signAccessToken(session.id, accessTokenSecret, now),
    refreshToken,
    isAdmin: membership.user.isAdmin,
  }
}

function wrongPassword(): HttpError {
  return new HttpError(401, 'Entered password is incorrect.')
}

/** @returns a new access token. @throws HttpError 401 for a token that is unknown or expired. */
export async function refreshSession(services: Services, refreshToken: string): Promise<string> {
  const now = services.clock()
  const session = await services.store.findSessionByRefreshTokenHash(tokenHash(refreshToken), now)
  if (!session) throw new HttpError(401, 'Your session has expired. Please sign in again.')
  return signAccessToken(session.id, services.accessTokenSecret, now)
}

/**
 * Ends the session of a refresh token, access tokens included. An unknown token changes nothing
 * (D44).
 */
export async function endSession({ store }: Services, refreshToken: string): Promise<void> {
  await store.deleteSession(tokenHash(refreshToken))
}

/**
 * @param authorization the request's header of that name.
 * @returns the bearer. A revoked session ends at once, even if its access token hasn't expired.
 * @throws HttpError 401 for a missing, forged or expired token.
 */
export async function requireCaller(
  services: Services,
  authorization: string | undefined,
): Promise<Caller> {
  const header = authorization ?? ''
  const [, token] = (header.length <= longest.token && /^Bearer ([\w.-]+)$/i.exec(header)) || []
  const now = services.clock()
  const sessionId = token && sessionOfToken(services, token, now)
  const caller =
    sessionId && (await services.store.findCaller(sessionId, now, checkoutsForReaders(now)))
  if (!caller) {
    throw new HttpError(401, 'Please sign in.', { 'WWW-Authenticate': 'Bearer' })
  }
  return caller
}

/** @returns the session of an access token that either secret has signed; null: there is none. */
function sessionOfToken(
  { accessTokenSecret, alsoAcceptedSecret }: Services,
  token: string,
  now: Date,
): string | null {
  const session = sessionOfAccessToken(token, accessTokenSecret, now)
  if (session !== null || !alsoAcceptedSecret) return session
  return sessionOfAccessToken(token, alsoAcceptedSecret, now)
}
