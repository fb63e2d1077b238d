import { asks } from '../../contract/second-factor-rule'
import { longest } from '../../contract/text'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import type { Count } from '../api/counts'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { countsOf, networkSubject, withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import {
  type Attempt,
  attemptOf,
  noteRefusal,
  rowOfAttempt,
  writeOfAttempt,
} from '../audit/sign-ins'
import type { SignInResult } from '../audit/tables'
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
import { requireFactorAtSignIn } from '../two-factor/second-factor-check'
import { nextDue, ruleInForce } from '../two-factor/second-factor-due'
import { newBrowserMail } from './mails'
import type { Farewell, KnownBrowser, Session } from './tables'
import { refreshTokenLifetime, sessionOfAccessToken, signAccessToken } from './tokens'

export interface SignedIn {
  accessToken: string
  refreshToken: string
  isAdmin: boolean
}

/**
 * Signs a user in. A sign-in from an unknown browser is entered in the audit log, once a day for each network, and mailed at
 * most once a day. Every attempt is noted for the operator (D133).
 * @param code an app's code or a recovery code, if the user has a second factor.
 * @param found is called with the user's id once the address is known, even if the attempt fails.
 * @throws HttpError 404 for an unknown address, 401 for a wrong password (specification, section 8), 429 after too many
 *   attempts (D50); as `requireFactorAtSignIn` after a right password.
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
  const checkPassword = () => requirePasswordOf(services, key, password, client, found)
  const membership = await withRateLimit(services, 'tryPassword', subjects, checkPassword, {
    isFree: () => true,
  })
  const { user } = membership
  const hasFactor = await requireFactorAtSignIn(services, membership, code, client)
  const method: SignInMethod = {
    result: 'signed-in',
    // A password that changed during the attempt is void.
    use: async (_read, { passwordHash }) => (passwordHash === user.passwordHash ? [] : 'void'),
  }
  const signedIn = await openSession(services, membership, client, method)
  if (typeof signedIn === 'string') {
    await noteRefusal(services, user, 'wrong-password', client)
    throw wrongPassword()
  }
  await setFactorDue(services, membership, hasFactor)
  return signedIn
}

/**
 * Sets the time by which a user needs a second factor, if a rule asks for one and no time is set yet: the site's rule is new.
 */
async function setFactorDue(
  services: Services,
  { user, organisation }: Membership,
  hasFactor: boolean,
): Promise<void> {
  const { id, isAdmin, secondFactorDue } = user
  if (secondFactorDue) return
  const isAsked = asks(ruleInForce(services, organisation), isAdmin)
  const due = nextDue({ wasAsked: false, isAsked, hasFactor, due: null }, services.clock())
  if (!due) return
  const where = { id, isAdmin, secondFactorDue: null }
  await services.store.save(set('users', where, { secondFactorDue: due }))
}

/** @returns the user with this address and password. @throws HttpError 404 for an unknown address, 401 for a wrong password. */
async function requirePasswordOf(
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
  // No account can have a longer password, so hashing it is pointless.
  const isPossible = password.length <= longest.password
  if (!isPossible || !(await passwords.verify(membership.user.passwordHash, password))) {
    await noteRefusal(services, membership.user, 'wrong-password', client)
    throw wrongPassword()
  }
  return membership
}

/** The reason why a sign-in method was refused at the last moment: a password or passkey has changed, or a passkey was copied. */
type WhyRefused = 'void' | 'copied'

/** The sign-in method: a password or a passkey, which was checked already. */
interface SignInMethod {
  result: Extract<SignInResult, 'signed-in' | 'signed-in-by-passkey'>
  /** Uses it up in the change that saves the session. @returns the writes, or the reason of a refusal. */
  use: (read: Reading, user: User) => Promise<Write[] | WhyRefused>
}

/** @returns the tokens of a new session, or the reason why the sign-in method was refused. */
export async function openSession(
  services: Services,
  { user, organisation }: Membership,
  client: Client,
  { result, use }: SignInMethod,
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
    // One entry a day for each network: the operator's counts have the other sign-ins.
    once: `signed-in ${user.id} ${attempt.day} ${wide}`,
  })
  const answer = await saveSession(store, session, use, attempt, notice, entry)
  if (answer !== 'saved') {
    if (counts) await store.giveBackCalls(counts)
    return answer
  }
  return {
    accessToken: signAccessToken(session.id, accessTokenSecret, now),
    refreshToken,
    isAdmin: user.isAdmin,
  }
}

/** The maximum number of a user's sessions (D35). */
const maxSessions = 500
/** The maximum number of a user's known browsers. */
const maxKnownBrowsers = 20

/**
 * Saves a session and the browser that opened it, and removes expired sessions and those above the maximum.
 * @param use uses up the sign-in method.
 * @param notice is mailed, and `entry` saved, if the browser is new to a user who has others.
 * @returns `saved`, or the reason why the sign-in method was refused: then nothing is saved.
 */
function saveSession(
  store: ChangeStore,
  session: Session,
  use: SignInMethod['use'],
  attempt: Attempt,
  notice: OutgoingMail | null,
  entry: Entry,
): Promise<'saved' | WhyRefused> {
  const { userId, createdAt: now } = session
  return store.change<'saved' | WhyRefused>('sign-in', { user: userId }, null, async (read) => {
    const [user, sessions, browsers, row] = await Promise.all([
      read.one('users', { id: userId }),
      read.all('sessions', { userId }, 'not-held'),
      read.all('knownBrowsers', { userId }, 'not-held'),
      rowOfAttempt(read, userId, attempt),
    ])
    if (!user) return { answer: 'void' }
    const used = await use(read, user)
    if (typeof used === 'string') return { answer: used }
    const { browser, network } = attempt
    const others = browsers.filter((one) => one.browser !== browser || one.network !== network)
    const writes = [
      ...used,
      ...removalOfSessions(sessions, now),
      add('sessions', session),
      ...removalOfBrowsers(others),
      put('knownBrowsers', ['userId', 'browser', 'network'], {
        userId,
        browser,
        network,
        seenAt: now,
      }),
      writeOfAttempt(row, user, attempt),
    ]
    const isNew = browsers.length > 0 && others.length === browsers.length
    if (isNew) return { answer: 'saved', writes, mails: notice ? [notice] : [], entries: [entry] }
    return { answer: 'saved', writes, entries: null, unrecorded: 'is no news' }
  })
}

/**
 * @returns the removal of expired sessions, and of the oldest sessions, so that one more doesn't exceed the maximum.
 */
function removalOfSessions(sessions: readonly Session[], now: Date): Write[] {
  const expired = sessions.filter(({ expiresAt }) => expiresAt <= now)
  const valid = sessions.filter(({ expiresAt }) => expiresAt > now).sort(newestFirst)
  const ids = [...expired, ...valid.slice(maxSessions - 1)].map(({ id }) => id)
  return ids.length > 0 ? [remove('sessions', { id: oneOf(ids) })] : []
}

/**
 * @returns the removal of the known browsers that were used longest ago, so that one more doesn't exceed the maximum.
 */
function removalOfBrowsers(browsers: readonly KnownBrowser[]): Write[] {
  return browsers
    .toSorted((one, other) => other.seenAt.getTime() - one.seenAt.getTime())
    .slice(maxKnownBrowsers - 1)
    .map(({ userId, browser, network }) => remove('knownBrowsers', { userId, browser, network }))
}

const newestFirst = (one: Session, other: Session) =>
  other.createdAt.getTime() - one.createdAt.getTime() || (other.id < one.id ? -1 : 1)

/**
 * Ends sessions of a user that haven't expired.
 * @param ended the id of the only one to end, or of the only one to keep.
 * @param entry is saved with the number of ended sessions.
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
    const valid = await read.all('sessions', { userId, id, expiresAt: above(entry.at) })
    const count = valid.length
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
 * @returns the counts. Null if no notice is due: the browser is known or the first one, or a notice was sent today.
 */
async function countNotice(
  services: Services,
  user: User,
  origin: Pick<KnownBrowser, 'browser' | 'network'>,
): Promise<Count[] | null> {
  const { store, clock } = services
  const known = await store.all('knownBrowsers', { userId: user.id })
  const isKnown = known.some(
    ({ browser, network }) => browser === origin.browser && network === origin.network,
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
 * Records that a session is used, and in which network.
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
    const deleted = await findDeletedAccount(services.store, hash, now)
    if (deleted) throw new HttpError(401, deletedText(deleted), { code: 'account_deleted' })
    throw new HttpError(401, 'Your session has expired. Please sign in again.')
  }
  return signAccessToken(session.id, services.accessTokenSecret, now)
}

type DeletedAccount = Pick<Farewell, 'why'> & { organisation: Organisation }

/** @returns the deleted account of a session that would be valid at `now`; null if there is none. */
async function findDeletedAccount(
  store: Pick<ChangeStore, 'one'>,
  refreshTokenHash: string,
  now: Date,
): Promise<DeletedAccount | null> {
  const row = await store.one('farewells', { refreshTokenHash, expiresAt: above(now) })
  const organisation = row && (await store.one('organisations', { id: row.organisationId }))
  return row && organisation && { why: row.why, organisation }
}

function deletedText({ why, organisation: { name } }: DeletedAccount): string {
  return why === 'left'
    ? `You left ${name}, and your account was deleted.`
    : `You were removed from ${name}, and your account was deleted. If that is a mistake, ask one of its admins to invite you again.`
}

/** Ends the session of a refresh token, access tokens included. An unknown token changes nothing. */
export async function endSession({ store }: Services, refreshToken: string): Promise<void> {
  await store.save(remove('sessions', { refreshTokenHash: tokenHash(refreshToken) }))
}

const notSignedIn = () =>
  new HttpError(401, 'Please sign in.', { headers: { 'WWW-Authenticate': 'Bearer' } })

/**
 * @param authorization the header `Authorization`.
 * @returns the id of its token's session, which may have ended.
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
 * @returns the signed-in user. A revoked session has ended at once, even if its access token hasn't expired.
 * @throws HttpError 401 for a session that has ended.
 */
export async function requireCaller(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  sessionId: string,
): Promise<Caller> {
  const caller = await store.findCaller(sessionId, clock())
  if (!caller) throw notSignedIn()
  return caller
}

/** @returns the session id in an access token signed with either secret; null for a forged or expired token. */
function sessionOfToken(
  { accessTokenSecret, alsoAcceptedSecret }: Services,
  token: string,
  now: Date,
): string | null {
  const session = sessionOfAccessToken(token, accessTokenSecret, now)
  if (session !== null || !alsoAcceptedSecret) return session
  return sessionOfAccessToken(token, alsoAcceptedSecret, now)
}

/** @returns the answer of the API to a sign-in. */
export const wireOf = ({ accessToken, refreshToken, isAdmin }: SignedIn) => ({
  access: accessToken,
  refresh: refreshToken,
  is_organization_admin: isAdmin,
})
