import type { SecondFactorProof } from '../../contract/passkeys'
import { asks } from '../../contract/second-factor-rule'
import { byUser, entryOf } from '../audit/entries'
import { noteRefusal } from '../audit/sign-ins'
import type { Caller } from '../http/caller'
import type { Client } from '../http/client'
import { HttpError, NeedsCodeError, NeedsPasskeyError } from '../http/http-error'
import type { Action } from '../http/limits'
import { countOrRefuse, countsOf, withRateLimit } from '../http/rate-limit'
import { mailTo, type NoticeServices, noticeFor } from '../mail/outbox'
import type { Purpose } from '../passkeys/ceremonies'
import { spendPasskey } from '../passkeys/proof'
import { ofThisSite, passkeysHere } from '../passkeys/site'
import type { Passkey } from '../passkeys/tables'
import type { Membership } from '../people/people'
import type { Organisation, User } from '../people/tables'
import type { Services } from '../services'
import { above, type Cause, not, type Reading, set } from '../store/change'
import type { Entries } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { later, minute } from '../time'
import { type SecondFactorEvent, secondFactorMail } from './mails'
import { appCodeOf, recoveryCodeHash, stepOfCode } from './one-time-codes'
import { ruleInForce, type SecondFactorMode } from './second-factor-due'
import { KeyLost, type SecretBox } from './secret-box'
import type { SecondFactor } from './tables'

/** @throws HttpError 404 if this server has no second factors. */
export function requireTwoFactor({ twoFactor }: Services): void {
  if (twoFactor.mode === 'off') throw new HttpError(404, 'There is nothing at this address.')
}

/** The owner of a second factor: the fields that answers, entries and mails need. */
export type Owner = Pick<User, 'id' | 'organisationId' | 'fullName' | 'email' | 'isAdmin'>

/** Somebody whom a rule may ask. */
interface RuledPerson {
  user: Pick<User, 'isAdmin'>
  organisation: Pick<Organisation, 'secondFactor'>
}

/** What a user has to show beside a password: a code of this factor; a passkey, and nothing else; null: nothing. */
export type NeededFactor = SecondFactor | 'passkey' | null

/**
 * @param factor the user's, if it is on.
 * @param passkeys the user's.
 * @returns what they have to show. Without a rule a passkey alone asks for nothing: who loses it would be locked out (D139).
 */
export function neededFactor(
  site: SecondFactorMode,
  { user, organisation }: RuledPerson,
  factor: SecondFactor | null,
  passkeys: readonly Passkey[],
): NeededFactor {
  if (site.twoFactor.mode === 'off') return null
  if (factor?.since) return factor
  const isAsked = asks(ruleInForce(site, organisation), user.isAdmin)
  return isAsked && ofThisSite(site, passkeys).length > 0 ? 'passkey' : null
}

/**
 * Asks a user who gave the right password for a code, if they need one, and uses it up. Call it after the password check:
 * nobody else may learn that there is one.
 * @param code an app's code, or a recovery code.
 * @returns whether they have a second factor.
 * @throws NeedsCodeError 422 without a right code, NeedsPasskeyError 422 where only a passkey will do, HttpError 429 after
 *   too many codes.
 */
export async function requireCode(
  services: Services,
  { user: owner, organisation }: Membership,
  code: string | undefined,
  client: Client,
): Promise<boolean> {
  const { factor, passkeys } = await factorsOf(services, owner.id)
  const needed = neededFactor(services, { user: owner, organisation }, factor, passkeys)
  if (needed === null) return false
  // From here on somebody has the right password, whether or not a code follows.
  if (needed === 'passkey' || !code?.trim()) {
    await noteRefusal(services, owner, 'code-asked', client)
  }
  if (needed === 'passkey') throw new NeedsPasskeyError(signInByPasskey)
  if (!code?.trim()) throw new NeedsCodeError()
  const attempt = { typed: code, way: 'sign-in', refusal: refusedCode } as const
  await spendOrRefuse(services, 'sign-in', owner, needed, client, attempt)
  return true
}

const signInByPasskey =
  'Please sign in with your passkey. If you have lost it, ask an admin of your organisation, or whoever runs this site, to reset your second factor.'

const refusedCode = (text: string) => new NeedsCodeError(text)

async function factorsOf({ store }: Pick<Services, 'store'>, userId: string) {
  const [factor, passkeys] = await Promise.all([
    store.one('secondFactors', { userId }),
    store.all('passkeys', { userId }),
  ])
  return { factor, passkeys }
}

/**
 * Asks whoever came by a link for what they need, and uses it up.
 * @param hash of the link's token.
 * @returns the passkey that they showed; null: a code.
 * @throws as `requireCode`; PasskeyRefusedError.
 */
export async function requireFactorOfLink(
  services: Services,
  owner: Owner,
  needed: SecondFactor | 'passkey',
  proof: SecondFactorProof,
  client: Client,
  hash: string,
): Promise<Passkey | null> {
  const way = { link: hash }
  return await spendFactor(services, 'link', owner, needed, proof, client, way, 'sign-in')
}

/** How long a code that was given for something guarded serves for more of that in its session, in ms (D92). */
const codeServes = 10 * minute

/**
 * Asks a caller for a code, or a passkey in its place, if they need one, before something that it guards (D92). Call it after
 * the password check, where there is one.
 * @param isFresh whether one that was given lately doesn't do.
 * @throws NeedsCodeError 422 without a right code, NeedsPasskeyError, PasskeyRefusedError, HttpError 429 after too many codes.
 */
export async function requireGuardCode(
  services: Services,
  { user, organisation, sessionId }: Pick<Caller, 'user' | 'organisation' | 'sessionId'>,
  proof: SecondFactorProof,
  client: Client,
  isFresh = false,
): Promise<void> {
  const { store, clock } = services
  if (services.twoFactor.mode === 'off') return
  const { factor, passkeys } = await factorsOf(services, user.id)
  const needed = neededFactor(services, { user, organisation }, factor, passkeys)
  if (needed === null) return
  const session = (
    await store.all('sessions', { userId: user.id, expiresAt: above(clock()) })
  ).find(({ id }) => id === sessionId)
  const givenAt = session?.codeGivenAt
  if (!isFresh && givenAt && later(givenAt, codeServes) > clock()) return
  const purpose = { proofIn: sessionId }
  const cause = { user, sessionId }
  await spendFactor(services, cause, user, needed, proof, client, 'session', purpose)
  if (!isFresh) await store.save(set('sessions', { id: sessionId }, { codeGivenAt: clock() }))
}

/** @returns the passkey that was shown in place of a code; null: a code was given. */
async function spendFactor(
  services: Services,
  cause: Cause,
  owner: Owner,
  needed: SecondFactor | 'passkey',
  { one_time_code: code, passkey_proof }: SecondFactorProof,
  client: Client,
  way: Way,
  purpose: Purpose,
): Promise<Passkey | null> {
  if (passkey_proof) {
    return await spendPasskey(services, cause, owner, passkey_proof, purpose, client)
  }
  if (needed === 'passkey') throw new NeedsPasskeyError('Please use your passkey.')
  if (!code?.trim()) {
    const { length } = await passkeysHere(services.store, services, owner.id)
    throw new NeedsCodeError(undefined, length > 0)
  }
  const attempt = { typed: code, way, refusal: refusedCode }
  await spendOrRefuse(services, cause, owner, needed, client, attempt)
  return null
}

/**
 * What a code comes with: a password, only the session that wants to do something guarded, or a mailed link, by the hash of
 * its token. Wrong ones count apart, so that none closes the way of another (D93).
 */
export type Way = 'sign-in' | 'session' | { link: string }

/** The limits of wrong codes, soon and of a day: with a password the app's and recovery codes, otherwise both together. */
const limits = {
  app: ['tryCode', 'tryCodeOfDay'],
  recovery: ['tryRecoveryCode', 'tryRecoveryCodeOfDay'],
  session: ['tryCodeOfSession', 'tryCodeOfSessionsOfDay'],
  link: ['tryCodeOfLink', 'tryCodeOfLinksOfDay'],
} satisfies Record<string, [Action, Action]>

/** What the operator finds of a wrong one (D133). What takes the password as well is done in a session all the same. */
const refused = {
  'sign-in': 'wrong-code',
  session: 'wrong-code-of-session',
  link: 'wrong-code-of-link',
} as const

/** A code that somebody gives. */
interface Attempt {
  typed: string
  way: Way
  /** Creates the error for a wrong one. */
  refusal: (text: string) => HttpError
}

/**
 * Uses up a code. Wrong ones count, and are reported by mail at the daily limit.
 * @throws the attempt's refusal; HttpError 429 after too many.
 */
export async function spendOrRefuse(
  services: Services,
  cause: Cause,
  owner: Owner,
  factor: SecondFactor,
  client: Client,
  { typed, way, refusal }: Attempt,
): Promise<void> {
  const code = appCodeOf(typed)
  const app = code === null ? null : await openApp(services, factor)
  // Nothing was tried, so nothing counts.
  if (code !== null && !app) {
    throw refusal("Your app's codes can't be checked at the moment. Please use a recovery code.")
  }
  const link = typeof way === 'object' ? way.link : null
  const kind = typeof way === 'object' ? 'link' : way
  const withPassword = code === null ? 'recovery' : 'app'
  const [soon, ofDay] = limits[kind === 'sign-in' ? withPassword : kind]
  const token = link === null ? {} : { token: link }
  const subjects = { user: owner.id, network: client.network.near, ...token }
  const today = countsOf(services, ofDay, subjects)
  const counts = [...countsOf(services, soon, subjects), ...today]
  try {
    await countOrRefuse(services, counts, 'Too many wrong codes.')
  } catch (error) {
    const [wait] = await services.store.countCalls([today], services.clock())
    if (wait === 0) await services.store.giveBackCalls(today)
    else await tellOfRefusedCodes(services, owner, client, kind)
    throw error
  }
  const spendRecovery = () => spendRecoveryCode(services, cause, owner, factor, typed, client)
  const countRecovery = () =>
    withRateLimit(services, 'useRecoveryCode', { user: owner.id }, spendRecovery, {
      isFree: (isUsed) => !isUsed,
      why: 'Too many recovery codes were used.',
    })
  // Whoever has codes can't close the mailbox's way with them (D93): there the links are counted.
  const spend = link === null ? countRecovery : spendRecovery
  const isSpent =
    code !== null && app ? await spendAppCode(services, cause, factor, app, code) : await spend()
  if (!isSpent) {
    await noteRefusal(
      services,
      owner,
      refused[typeof cause === 'object' ? 'session' : kind],
      client,
    )
    throw refusal(
      code === null
        ? 'This is neither a code of six digits nor an unused recovery code.'
        : 'This code is wrong or was used already. Please enter the next one.',
    )
  }
  if (counts.length > 0) await services.store.giveBackCalls(counts)
}

type OpenedSecret = Awaited<ReturnType<SecretBox['open']>>

/** @returns the secret of somebody's app; null, which is logged: the key that it was encrypted with is lost. */
async function openApp(
  { twoFactor, log }: Services,
  { userId, secret }: SecondFactor,
): Promise<OpenedSecret | null> {
  try {
    return await twoFactor.secrets.open(secret, userId)
  } catch (error) {
    if (!(error instanceof KeyLost)) throw error
    log.error('The key of a second factor is not among the settings', { userId })
    return null
  }
}

async function spendAppCode(
  { store, clock, twoFactor }: Services,
  cause: Cause,
  { userId }: SecondFactor,
  { text: secret, isOfEarlierKey }: OpenedSecret,
  code: string,
): Promise<boolean> {
  const step = stepOfCode(code, secret, clock())
  if (step === null) return false
  const again = isOfEarlierKey ? { secret: await twoFactor.secrets.seal(secret, userId) } : {}
  return await store.change('spend-code', { user: userId }, cause, async (read) => {
    const factor = await activeFactor(read, userId)
    // Of two uses of a code at once, one finds it used up.
    if (!factor || (factor.lastStep ?? -1) >= step) return { answer: false }
    return {
      answer: true,
      writes: [set('secondFactors', { userId }, { lastStep: step, ...again })],
      entries: null,
      unrecorded: 'is part of what it is asked for',
    }
  })
}

async function spendRecoveryCode(
  services: Services,
  cause: Cause,
  owner: Owner,
  { userId }: SecondFactor,
  typed: string,
  client: Client,
): Promise<boolean> {
  const hash = recoveryCodeHash(typed)
  return await services.store.change('spend-code', { user: userId }, cause, async (read) => {
    const factor = await activeFactor(read, userId)
    if (!factor?.recoveryCodes.includes(hash)) return { answer: false }
    const recoveryCodes = factor.recoveryCodes.filter((one) => one !== hash)
    const news = { kind: 'code-used', left: recoveryCodes.length } as const
    return {
      answer: true,
      writes: [set('secondFactors', { userId }, { recoveryCodes })],
      ...noticeOf(services, owner, news, client),
    }
  })
}

/** @returns a user's second factor, if it is on. */
export const activeFactor = (read: Reading, userId: string) =>
  read.one('secondFactors', { userId, since: not(null) })

/** The limits of telling of wrong codes. */
const telling = {
  'sign-in': 'tellOfRefusedCodes',
  session: 'tellOfCodesRefusedBySessions',
  link: 'tellOfCodesRefusedByLinks',
} as const

/** Warns the owner once a day: the intruder has the right password or a session, or reads their mail. */
async function tellOfRefusedCodes(
  services: Services,
  owner: Owner,
  client: Client,
  way: keyof typeof telling,
): Promise<void> {
  const { store, clock } = services
  const counts = countsOf(services, telling[way], { user: owner.id })
  const [wait] = await store.countCalls([counts], clock())
  if (wait !== 0) return
  const notice = noticeOf(services, owner, { kind: 'codes-refused', way }, client)
  await store.change('tell-of-refused-codes', null, 'sign-in', async () => ({
    answer: undefined,
    writes: [],
    ...notice,
  }))
}

const actions = {
  set: 'second-factor-set',
  removed: 'second-factor-removed',
  'codes-renewed': 'recovery-codes-renewed',
  'code-used': 'recovery-code-used',
  'codes-refused': 'codes-refused',
} as const

/** @returns the mail and the entry for an action by the owner of a second factor. */
export function noticeOf(
  services: Services,
  owner: Owner,
  news: Exclude<SecondFactorEvent, { kind: 'reset' }>,
  client: Client,
): { mails: readonly OutgoingMail[]; entries: Entries } {
  const now = services.clock()
  const by = byUser(owner, client.network)
  const where = { browser: client.browser, network: client.network.wide }
  const details = news.kind === 'code-used' ? { count: news.left } : {}
  return {
    mails: [secondFactorNotice(services, owner, news, where)],
    entries: [entryOf(now, owner.organisationId, by, actions[news.kind], { details })],
  }
}

/**
 * @param where the origin; null: done by somebody else.
 * @returns the mail to the owner of a second factor.
 */
export function secondFactorNotice(
  services: NoticeServices,
  owner: Pick<Owner, 'id' | 'email' | 'fullName'>,
  news: SecondFactorEvent,
  where: { browser: string; network: string } | null,
): OutgoingMail {
  const { productName } = services
  const requestOrigin = where && { ...where, at: services.clock() }
  const { fullName } = owner
  const content = secondFactorMail({ productName, fullName, news, requestOrigin })
  // A link that undoes something always goes out (D95).
  const hasLink = news.kind === 'set' && news.undo !== null
  return hasLink ? mailTo(services, owner, content) : noticeFor(services, owner, content)
}
