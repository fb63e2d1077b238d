import { asks } from '../../contract/second-factor-rule'
import { longest } from '../../contract/text'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import type { Count } from '../api/counts'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { countsOf, networkSubject, withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { type Attempt, attemptOf, noteRefusal, noting, rowOfAttempt } from '../audit/sign-ins'
import type { SignInResult } from '../audit/tables'
import { checkoutsForReaders } from '../billing/checkout/polling'
import { later } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import { emailKey } from '../people/email'
import { findMembership, type Membership } from '../people/person'
import type { Organisation, User } from '../people/tables'
import {
  above,
  add,
  type ChangeStore,
  not,
  oneOf,
  put,
  type Reading,
  remove,
  set,
  type Write,
} from '../store/change'
import { type ActingCaller, type Entry, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { requireCode } from '../two-factor/second-factor-check'
import { nextDue, ruleInForce } from '../two-factor/second-factor-due'
import { newBrowserMail } from './mails'
import type { Farewell, KnownBrowser, Session } from './tables'
import { refreshTokenLifetime, sessionOfAccessToken, signAccessToken } from './tokens'

/** What a sign-in leads to. */
export interface SignedIn {
  accessToken: string
  refreshToken: string
  isAdmin: boolean
}

/**
 * Signs a user in. A sign-in from an unknown browser is entered in the audit log, once a day for each network, and mailed
 * at most once a day. The
 * operator finds every attempt that was looked at (D133).
 * @param client where the attempt comes from.
 * @param code of their second factor, if they have one.
 * @param found gets the user's id as soon as the address has one, whatever comes of the attempt.
 * @throws HttpError 404 for an unknown address, 401 for a wrong password (specification, section
 * 8), 429 after too many attempts (D50), 422 if the user has a second factor,
 * only after a right password.
 */
export async function signIn(
  services: Services,
  email: string,
  password: string,
  client: Client,
  code?: string,
  found: (userId: string) => void = () => {},
): Promise<SignedIn> {
  const key = emailKey(email)
  const subjects = { address: key, ...networkSubject(client.network) }
  const proving = () => provePassword(services, key, password, client, found)
  const membership = await withRateLimit(services, 'tryPassword', subjects, proving, {
    isFree: () => true,
  })
  const { user } = membership
  const hasFactor = await requireCode(services, membership, code, client)
  const proof: SignInProof = {
    result: 'signed-in',
    // A reset during the attempt ends this sign-in too.
    use: async (_read, { passwordHash }) => (passwordHash === user.passwordHash ? [] : 'void'),
  }
  const signedIn = await openSession(services, membership, client, proof)
  if (typeof signedIn === 'string') {
    await noteRefusal(services, user, 'wrong-password', client)
    throw wrongPassword()
  }
  const { id, isAdmin, secondFactorDue } = user
  const isAsked = asks(ruleInForce(services, membership.organisation), isAdmin)
  const before = { wasAsked: isAsked, isAsked, hasFactor, due: secondFactorDue }
  const due = nextDue(before, services.clock())
  // Since the site began to ask, or a server joined them that doesn't know the organisation's rule.
  if (due && !secondFactorDue) {
    const isDemanded = { id, isAdmin, secondFactorDue: null }
    await services.store.save(set('users', isDemanded, { secondFactorDue: due }))
  }
  return signedIn
}

/** @returns the user with this address and password. */
async function provePassword(
  services: Services,
  key: string,
  password: string,
  client: Client,
  found: (userId: string) => void,
): Promise<Membership> {
  const { store, passwords } = services
  const membership = await findMembership(store, key)
  if (!membership) throw new HttpError(404, 'User not found with this email.')
  found(membership.user.id)
  // No account can have such a password, so hashing it is pointless.
  const isPossible = password.length <= longest.password
  if (!isPossible || !(await passwords.verify(membership.user.passwordHash, password))) {
    await noteRefusal(services, membership.user, 'wrong-password', client)
    throw wrongPassword()
  }
  return membership
}

/** Why a proof no longer counts: it is void by now, or comes from a copied passkey. */
type WhyRefused = 'void' | 'copied'

/** What somebody signs in by. */
interface SignInProof {
  result: Extract<SignInResult, 'signed-in' | 'signed-in-by-passkey'>
  /** Uses it, in the change that saves the session. @returns the writes, or why there are none. */
  use: (read: Reading, user: User) => Promise<Write[] | WhyRefused>
}

/** @returns tokens of a new session, or why the proof was refused. */
export async function openSession(
  services: Services,
  { user, organisation }: Membership,
  client: Client,
  { result, use }: SignInProof,
): Promise<SignedIn | WhyRefused> {
  const { network, browser } = client
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
    network: network.near,
    lastActiveAt: now,
    codeGivenAt: null,
    isByPasskey: result === 'signed-in-by-passkey',
  }
  const { wide } = network
  const counts = await countNotice(services, user, { browser, network: wide })
  const facts = { productName, fullName: user.fullName, at: now, browser, network: wide }
  const notice = counts && noticeFor(services, user, newBrowserMail(facts))
  const attempt = attemptOf(services, result, client)
  const entry = entryOf(now, organisation.id, byUser(user, network), 'signed-in', {
    details: { browser },
    // Further ones of the day are counted for the operator.
    once: `signed-in ${user.id} ${attempt.day} ${wide}`,
  })
  const kept = await keepSession(store, session, use, attempt, notice, entry)
  if (kept !== 'kept') {
    if (counts) await store.giveBackCalls(counts)
    return kept
  }
  return {
    accessToken: signAccessToken(session.id, accessTokenSecret, now),
    refreshToken,
    isAdmin: user.isAdmin,
  }
}

/** The maximum number of a user's sessions (D55). */
const maxSessions = 500
/** The maximum number of a user's known browsers: the last ones. */
const maxKnownBrowsers = 20

/**
 * Saves the session of a user who gave a proof. Expired ones go, and if they have
 * `maxSessions`, the oldest one. Its browser is known from then on.
 * @param use uses that proof.
 * @param attempt is noted. Its network is the wide one; empty: unknown.
 * @param notice saved, with the entry, if the browser is new there, but not the first.
 * @returns `kept`, or why the proof was refused: then nothing is saved.
 */
function keepSession(
  store: ChangeStore,
  session: Session,
  use: SignInProof['use'],
  attempt: Attempt,
  notice: OutgoingMail | null,
  entry: Entry,
): Promise<'kept' | WhyRefused> {
  const { userId, createdAt: seenAt } = session
  const { browser, network } = attempt
  return store.change<'kept' | WhyRefused>('sign-in', { user: userId }, null, async (read) => {
    const [user, sessions, known, row] = await Promise.all([
      read.one('users', { id: userId }),
      read.all('sessions', { userId }, 'not-held'),
      read.all('knownBrowsers', { userId }, 'not-held'),
      rowOfAttempt(read, userId, attempt),
    ])
    if (!user) return { answer: 'void' }
    const used = await use(read, user)
    if (typeof used === 'string') return { answer: used }
    const ended = sessions
      .sort(newestFirst)
      .filter(({ expiresAt }, index) => expiresAt <= seenAt || index >= maxSessions - 1)
    const others = known.filter((one) => one.browser !== browser || one.network !== network)
    const forgotten = others
      .sort((one, other) => other.seenAt.getTime() - one.seenAt.getTime())
      .slice(maxKnownBrowsers - 1)
    const writes = [
      ...used,
      ...(ended.length > 0 ? [remove('sessions', { id: oneOf(ended.map(({ id }) => id)) })] : []),
      add('sessions', session),
      ...forgotten.map((one) =>
        remove('knownBrowsers', { userId, browser: one.browser, network: one.network }),
      ),
      put('knownBrowsers', ['userId', 'browser', 'network'], { userId, browser, network, seenAt }),
      noting(row, user, attempt),
    ]
    const isNews = known.length > 0 && others.length === known.length
    if (isNews) return { answer: 'kept', writes, mails: notice ? [notice] : [], entries: [entry] }
    return { answer: 'kept', writes, entries: null, unrecorded: 'is no news' }
  })
}

const newestFirst = (one: Session, other: Session) =>
  other.createdAt.getTime() - one.createdAt.getTime() || (other.id < one.id ? -1 : 1)

/**
 * Ends sessions of a user.
 * @param ended one, or all but one, by their ids.
 * @param entry gets their number.
 * @returns that number.
 */
export function endSessions(
  store: ChangeStore,
  caller: ActingCaller | null,
  userId: string,
  ended: { only: string } | { except: string },
  entry: Entry,
): Promise<number> {
  const id = 'only' in ended ? ended.only : not(ended.except)
  return store.change('end-sessions', { user: userId }, caller, async (read) => {
    const { length: count } = await read.all('sessions', { userId, id })
    if (count === 0) return { answer: 0 }
    return {
      answer: count,
      writes: [remove('sessions', { userId, id })],
      entries: [{ ...entry, details: { count } }],
    }
  })
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
  const known = await store.all('knownBrowsers', { userId: user.id })
  const isKnown = known.some(
    ({ browser, network }) => browser === seen.browser && network === seen.network,
  )
  if (isKnown || known.length === 0) return null
  const counts = countsOf(services, 'noticeNewBrowser', { user: user.id })
  const [wait] = await store.countCalls([counts], clock())
  return wait === 0 ? counts : null
}

function wrongPassword(): HttpError {
  return new HttpError(401, 'Entered password is incorrect.', { code: 'wrong_password' })
}

/**
 * Records the use of a session, and its origin.
 * @returns a new access token.
 * @throws HttpError 401 for a token that is unknown or expired; `account_deleted` if the session's account was deleted.
 */
export async function refreshSession(
  services: Services,
  refreshToken: string,
  network: Network,
): Promise<string> {
  const now = services.clock()
  const hash = tokenHash(refreshToken)
  const session = await services.store.renewSession(hash, now, network.near)
  if (!session) {
    const farewell = await findFarewell(services.store, hash, now)
    if (farewell) throw new HttpError(401, farewellText(farewell), { code: 'account_deleted' })
    throw new HttpError(401, 'Your session has expired. Please sign in again.')
  }
  return signAccessToken(session.id, services.accessTokenSecret, now)
}

/** Why an account was deleted, and whose it was. */
type Deleted = Pick<Farewell, 'why'> & { organisation: Organisation }

/**
 * @returns why the account of a refresh token's session was deleted, if the session would be valid at `now`; null: it
 *   wasn't.
 */
export async function findFarewell(
  store: Pick<ChangeStore, 'one'>,
  refreshTokenHash: string,
  now: Date,
): Promise<Deleted | null> {
  const farewell = await store.one('farewells', { refreshTokenHash, expiresAt: above(now) })
  const organisation =
    farewell && (await store.one('organisations', { id: farewell.organisationId }))
  return farewell && organisation && { why: farewell.why, organisation }
}

/** @returns what a former user reads. */
function farewellText({ why, organisation: { name } }: Deleted) {
  return why === 'left'
    ? `You left ${name}, and your account was deleted.`
    : `You were removed from ${name}, and your account was deleted. If that is a mistake, ask one of its admins to invite you again.`
}

/**
 * Ends the session of a refresh token, access tokens included. An unknown token changes nothing
 * (D44).
 */
export async function endSession({ store }: Services, refreshToken: string): Promise<void> {
  await store.save(remove('sessions', { refreshTokenHash: tokenHash(refreshToken) }))
}

const notSignedIn = () =>
  new HttpError(401, 'Please sign in.', { headers: { 'WWW-Authenticate': 'Bearer' } })

/**
 * @param authorization the request's header of that name.
 * @returns the session that its token belongs to, which may have ended.
 * @throws HttpError 401 for a missing, forged or expired token.
 */
export function requireSession(services: Services, authorization: string | undefined): string {
  const header = authorization ?? ''
  const [, token] = (header.length <= longest.token && /^Bearer ([\w.-]+)$/i.exec(header)) || []
  const sessionId = token && sessionOfToken(services, token, services.clock())
  if (!sessionId) throw notSignedIn()
  return sessionId
}

/**
 * @returns whoever is signed in. A revoked session has ended at once, even if its access token hasn't expired.
 * @throws HttpError 401 for a session that has ended.
 */
export async function requireCaller(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  sessionId: string,
): Promise<Caller> {
  const now = clock()
  const caller = await store.findCaller(sessionId, now, checkoutsForReaders(now))
  if (!caller) throw notSignedIn()
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

/** @returns how the API answers. */
export const wireOf = ({ accessToken, refreshToken, isAdmin }: SignedIn) => ({
  access: accessToken,
  refresh: refreshToken,
  is_organization_admin: isAdmin,
})
