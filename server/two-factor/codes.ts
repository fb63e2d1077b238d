import type { Client } from '../api/client'
import type { HttpError } from '../api/http-error'
import type { Action } from '../api/limits'
import { countOrRefuse, countsOf, networkSubject, withRateLimit } from '../api/rate-limit'
import type { SecretBox, Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import { mailTo, type NoticeServices, noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import type { User } from '../people/tables'
import { not, type Reading, set } from '../store/change'
import { type ActingCaller, type Entries, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { type SecondFactorEvent, secondFactorMail } from './mails'
import { appCodeOf, recoveryCodeHash, stepOfCode } from './one-time-codes'
import { KeyLost } from './secret-box'
import type { SecondFactor } from './tables'

/*
 * Using up codes, and what a second factor's owner is told.
 */

/** The owner of a second factor: the fields that answers, entries and mails need. */
export type Owner = Pick<User, 'id' | 'organisationId' | 'fullName' | 'email' | 'isAdmin'>

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
  caller: ActingCaller | null,
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
  const subjects = { user: owner.id, ...networkSubject(client.network), ...token }
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
  const spendRecovery = () => spendRecoveryCode(services, caller, owner, factor, typed, client)
  const countRecovery = () =>
    withRateLimit(services, 'useRecoveryCode', { user: owner.id }, spendRecovery, {
      isFree: (isUsed) => !isUsed,
      why: 'Too many recovery codes were used.',
    })
  // Whoever has codes can't close the mailbox's way with them (D93): there the links are counted.
  const spend = link === null ? countRecovery : spendRecovery
  const isSpent =
    code !== null && app ? await spendAppCode(services, caller, factor, app, code) : await spend()
  if (!isSpent) {
    await noteRefusal(services, owner, refused[caller !== null ? 'session' : kind], client)
    throw refusal(
      code === null
        ? 'This is neither a code of six digits nor an unused recovery code.'
        : 'This code is wrong or has already been used. Please enter the next one.',
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
  caller: ActingCaller | null,
  { userId }: SecondFactor,
  { text: secret, isOfEarlierKey }: OpenedSecret,
  code: string,
): Promise<boolean> {
  const step = stepOfCode(code, secret, clock())
  if (step === null) return false
  const again = isOfEarlierKey ? { secret: await twoFactor.secrets.seal(secret, userId) } : {}
  return await store.change('spend-code', { user: userId }, caller, async (read) => {
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
  caller: ActingCaller | null,
  owner: Owner,
  { userId }: SecondFactor,
  typed: string,
  client: Client,
): Promise<boolean> {
  const hash = recoveryCodeHash(typed)
  return await services.store.change('spend-code', { user: userId }, caller, async (read) => {
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
  await store.change('tell-of-refused-codes', null, null, async () => ({
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
