import { longest } from '../../contract/text'
import { AccountDeletedError, HttpError } from '../http-error'
import { newBrowserMail } from '../mail/security-notices'
import type { Network } from '../networks'
import type { Services } from '../services'
import { set } from '../store/change'
import type {
  Caller,
  Farewell,
  KnownBrowser,
  Mail,
  Membership,
  Organisation,
  User,
} from '../store/entities'
import type { Count } from '../store/store'
import { later } from '../time'
import { checkoutsForReaders } from './checkouts'
import { type Client, nearOf, wideOf } from './client'
import { emailKey } from './email'
import { byUser, entryOf } from './entries'
import { mailTo } from './outbox'
import { countsOf, networkSubjects, withRateLimit } from './rate-limit'
import { requireCode } from './second-factor-check'
import { dueForNewAdmin } from './second-factor-due'
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
 * Signs a user in. A sign-in from an unknown browser is logged, and mailed at most once a day.
 * @param client where the attempt comes from.
 * @param code of their second factor, if they have one.
 * @throws HttpError 404 for an unknown address, 401 for a wrong password (specification, section
 * 8), 429 after too many attempts (D50); NeedsCodeError 422 if the user has a second factor, only after a right
 * password.
 */
export async function signIn(
  services: Services,
  email: string,
  password: string,
  client: Client,
  code?: string,
): Promise<SignedIn> {
  const key = emailKey(email)
  const subjects = { address: key, ...networkSubjects(client.network) }
  const proving = () => provePassword(services, key, password)
  const membership = await withRateLimit(services, 'tryPassword', subjects, proving, {
    isFree: () => true,
  })
  const { user } = membership
  const hasSecondFactor = await requireCode(services, user, code, client)
  const signedIn = await openSession(services, membership, client)
  const due = dueForNewAdmin(services, services.clock())
  if (due && user.isAdmin && !hasSecondFactor && !user.secondFactorDue) {
    const isDemanded = { id: user.id, isAdmin: true, secondFactorDue: null }
    await services.store.save(set('users', isDemanded, { secondFactorDue: due }))
  }
  return signedIn
}

/** @returns the user with this address and password. */
async function provePassword(
  { store, passwords }: Services,
  key: string,
  password: string,
): Promise<Membership> {
  const membership = await store.findMembershipByEmailKey(key)
  if (!membership) throw new HttpError(404, 'User not found with this email.')
  // No account can have such a password, so hashing it is pointless.
  const isPossible = password.length <= longest.password
  if (!isPossible || !(await passwords.verify(membership.user.passwordHash, password))) {
    throw wrongPassword()
  }
  return membership
}

async function openSession(
  services: Services,
  { user, organisation }: Membership,
  { network, browser }: Client,
): Promise<SignedIn> {
  const { store, clock, accessTokenSecret, productName } = services
  const now = clock()
  const refreshToken = randomToken()
  const session = {
    id: crypto.randomUUID(),
    userId: user.id,
    refreshTokenHash: tokenHash(refreshToken),
    createdAt: now,
    expiresAt: later(now, refreshTokenLifetime),
    browser,
    network: nearOf(network),
    lastActiveAt: now,
  }
  const seen = { network: wideOf(network) ?? '', notice: null as Mail | null }
  const counts = await countNotice(services, user, { browser, network: seen.network })
  if (counts) {
    const facts = { productName, fullName: user.fullName, at: now, browser }
    const content = newBrowserMail({ ...facts, network: wideOf(network) })
    seen.notice = mailTo(services, user.email, content)
  }
  const entry = entryOf(now, organisation.id, byUser(user, network), 'signed-in', {
    details: { browser },
  })
  // A reset during the attempt ends this sign-in too.
  if (!(await store.createSession(session, user.passwordHash, seen, [entry]))) {
    if (counts) await store.giveBackCalls(counts)
    throw wrongPassword()
  }
  if (counts) services.mail.wake()
  return {
    accessToken: signAccessToken(session.id, accessTokenSecret, now),
    refreshToken,
    isAdmin: user.isAdmin,
  }
}

/**
 * Counts the notice of a sign-in from an unknown browser.
 * @returns the counts; null if no notice is due: the browser is known or the first one, or a notice was sent
 * today.
 */
async function countNotice(
  services: Services,
  user: User,
  seen: Pick<KnownBrowser, 'browser' | 'network'>,
): Promise<Count[] | null> {
  const { store, clock } = services
  const known = await store.findKnownBrowsers(user.id)
  const isKnown = known.some(
    ({ browser, network }) => browser === seen.browser && network === seen.network,
  )
  if (isKnown || known.length === 0) return null
  const counts = countsOf(services, 'noticeNewBrowser', { user: user.id })
  const [wait] = await store.countCalls([counts], clock())
  return wait === 0 ? counts : null
}

function wrongPassword(): HttpError {
  return new HttpError(401, 'Entered password is incorrect.')
}

/**
 * Records the use of a session, and its origin.
 * @returns a new access token.
 * @throws HttpError 401 for a token that is unknown or expired.
 * @throws AccountDeletedError 401 if the session's account was deleted.
 */
export async function refreshSession(
  services: Services,
  refreshToken: string,
  network: Network,
): Promise<string> {
  const now = services.clock()
  const hash = tokenHash(refreshToken)
  const session = await services.store.renewSession(hash, now, nearOf(network))
  if (!session) {
    const farewell = await services.store.findFarewell(hash, now)
    if (farewell) throw new AccountDeletedError(farewellText(farewell))
    throw new HttpError(401, 'Your session has expired. Please sign in again.')
  }
  return signAccessToken(session.id, services.accessTokenSecret, now)
}

/** @returns what a former user reads. */
function farewellText({
  why,
  organisation: { name },
}: {
  why: Farewell['why']
  organisation: Organisation
}) {
  return why === 'left'
    ? `You left ${name}, and your account was deleted.`
    : `You were removed from ${name}, and your account was deleted. If that is a mistake, ask one of its admins to invite you again.`
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

/** @returns the session of an access token signed with either secret; null: there is none. */
function sessionOfToken(
  { accessTokenSecret, alsoAcceptedSecret }: Services,
  token: string,
  now: Date,
): string | null {
  const session = sessionOfAccessToken(token, accessTokenSecret, now)
  if (session !== null || !alsoAcceptedSecret) return session
  return sessionOfAccessToken(token, alsoAcceptedSecret, now)
}
