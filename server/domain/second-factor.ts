import type { TwoFactor } from '../../contract/two-factor'
import { FieldsError, HttpError, NeedsCodeError } from '../http-error'
import type { Action } from '../limits'
import { type SecondFactorEvent, secondFactorMail } from '../mail/two-factor-contents'
import type { Services } from '../services'
import type { Caller, Mail, User } from '../store/entities'
import type { Entries } from '../store/events'
import type { SecondFactor } from '../store/second-factor-store'
import { day, later } from '../time'
import type { Place } from './browser'
import { byUser, entryOf } from './entries'
import { appCodeOf, recoveryCodeHash, stepOfCode } from './one-time-codes'
import { mailTo } from './outbox'
import { countOrRefuse, countsOf } from './rate-limit'

/** The owner of a second factor: the fields that answers, entries and mails need. */
export type Owner = Pick<User, 'id' | 'organisationId' | 'fullName' | 'email' | 'isAdmin'>

/** How long an admin has to set one up, if admins must have one. */
const daysToSetUp = 7

/** @returns when a new admin must have one by; null: not required. */
export function dueForNewAdmin({ twoFactor }: Pick<Services, 'twoFactor'>, now: Date): Date | null {
  return twoFactor.mode === 'admins' ? later(now, daysToSetUp * day) : null
}

/** @returns when a user whose factor is reset must have a new one by; null: not required. */
export function dueAfterLoss({ twoFactor }: Services, isAdmin: boolean, now: Date): Date | null {
  return twoFactor.mode === 'admins' && isAdmin ? now : null
}

/**
 * @returns in how many seconds a caller must have set one up, 0 if that time is over; null: not required.
 */
export async function secondFactorDueIn(
  { store, clock, twoFactor }: Services,
  { user }: Pick<Caller, 'user'>,
): Promise<number | null> {
  if (twoFactor.mode !== 'admins' || !user.isAdmin || !user.secondFactorDue) return null
  const left = user.secondFactorDue.getTime() - clock().getTime()
  if (left > 0) return Math.ceil(left / 1000)
  // The role may have changed at the instant of the set-up.
  return (await store.findSecondFactor(user.id))?.since ? null : 0
}

/** @throws HttpError 403 for an admin whose time to set one up is over. */
export async function requireSecondFactor(
  services: Services,
  caller: Pick<Caller, 'user'>,
): Promise<void> {
  if ((await secondFactorDueIn(services, caller)) !== 0) return
  throw new HttpError(403, 'Admins need a second factor here. Please set one up first.')
}

/**
 * Asks an already authenticated user for a code, if they have a second factor, and uses it up. Call it after
 * the password check: nobody else may learn that there is one.
 * @param code an app's code, or a recovery code.
 * @returns whether they have one.
 * @throws NeedsCodeError 422 without a right code, HttpError 429 after too many.
 */
export async function requireCode(
  services: Services,
  owner: Owner,
  code: string | undefined,
  place: Place,
): Promise<boolean> {
  if (services.twoFactor.mode === 'off') return false
  const factor = await services.store.findSecondFactor(owner.id)
  if (!factor?.since) return false
  if (!code?.trim()) throw new NeedsCodeError()
  await spendOrRefuse(services, owner, factor, code, place, (text) => new NeedsCodeError(text))
  return true
}

/** The limits of wrong codes: the app's, and recovery codes. */
const limits = {
  app: ['tryCode', 'tryCodeOfDay'],
  recovery: ['tryRecoveryCode', 'tryRecoveryCodeOfDay'],
} satisfies Record<string, [Action, Action]>

/**
 * Uses up a code. Wrong ones count, and are reported by mail at the daily limit.
 * @param refusal creates the error for a wrong code.
 * @throws that error; HttpError 429 after too many.
 */
export async function spendOrRefuse(
  services: Services,
  owner: Owner,
  factor: SecondFactor,
  typed: string,
  place: Place,
  refusal: (text: string) => HttpError,
): Promise<void> {
  const code = appCodeOf(typed)
  const [soon, ofDay] = code === null ? limits.recovery : limits.app
  const subjects = { user: owner.id, network: place.network.near }
  const today = countsOf(services, ofDay, subjects)
  const counts = [...countsOf(services, soon, subjects), ...today]
  try {
    await countOrRefuse(services, counts, 'Too many wrong codes.')
  } catch (error) {
    const [wait] = await services.store.countCalls([today], services.clock())
    if (wait === 0) await services.store.giveBackCalls(today)
    else await tellOfRefusedCodes(services, owner, place)
    throw error
  }
  const isSpent =
    code === null
      ? await spendRecoveryCode(services, owner, factor, typed, place)
      : await spendAppCode(services, factor, code)
  if (!isSpent) {
    throw refusal(
      code === null
        ? 'This is neither a code of six digits nor an unused recovery code.'
        : 'This code is wrong or was used already. Please enter the next one.',
    )
  }
  if (counts.length > 0) await services.store.giveBackCalls(counts)
}

async function spendAppCode(
  { store, clock, twoFactor }: Services,
  { userId, secret: sealed }: SecondFactor,
  code: string,
): Promise<boolean> {
  const { text: secret, isOfEarlierKey } = await twoFactor.secrets.open(sealed, userId)
  const step = stepOfCode(code, secret, clock())
  if (step === null) return false
  const again = isOfEarlierKey ? await twoFactor.secrets.seal(secret, userId) : undefined
  return await store.spendCode(userId, { kind: 'step', step, secret: again })
}

async function spendRecoveryCode(
  services: Services,
  owner: Owner,
  { userId, recoveryCodes }: SecondFactor,
  typed: string,
  place: Place,
): Promise<boolean> {
  const hash = recoveryCodeHash(typed)
  if (!recoveryCodes.includes(hash)) return false
  const left = recoveryCodes.length - 1
  const news = { kind: 'code-used', left } as const
  const { mails, entries } = noticeOf(services, owner, news, place)
  const isSpent = await services.store.spendCode(userId, { kind: 'recovery', hash, mails, entries })
  if (isSpent) services.mail.wake()
  return isSpent
}

/** Warns the owner once a day: the intruder has the right password. */
async function tellOfRefusedCodes(services: Services, owner: Owner, place: Place): Promise<void> {
  const { store, clock } = services
  const counts = countsOf(services, 'tellOfRefusedCodes', { user: owner.id })
  const [wait] = await store.countCalls([counts], clock())
  if (wait !== 0) return
  const { mails, entries } = noticeOf(services, owner, { kind: 'codes-refused' }, place)
  await store.sendNotices(mails, entries)
  services.mail.wake()
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
  place: Place,
): { mails: readonly Mail[]; entries: Entries } {
  const now = services.clock()
  const by = byUser(owner, place.network)
  const where = { browser: place.browser, network: by.network }
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
  services: Services,
  { email, fullName }: Pick<Owner, 'email' | 'fullName'>,
  news: SecondFactorEvent,
  where: { browser: string; network: string | null } | null,
): Mail {
  const { productName } = services
  const whereabouts = where && { ...where, at: services.clock() }
  return mailTo(services, email, secondFactorMail({ productName, fullName, news, whereabouts }))
}

/** @returns a caller's second factor for the wire. */
export async function secondFactorOf(
  services: Services,
  { user }: Pick<Caller, 'user'>,
): Promise<TwoFactor> {
  requireExtension(services)
  const factor = await services.store.findSecondFactor(user.id)
  return {
    state: factor?.since ? 'on' : 'off',
    required: services.twoFactor.mode === 'admins' && user.isAdmin,
    since: factor?.since?.toISOString() ?? null,
    recovery_codes_left: factor?.since ? factor.recoveryCodes.length : 0,
  }
}

/** @throws HttpError 404 if this server has no second factors. */
export function requireExtension({ twoFactor }: Services): void {
  if (twoFactor.mode === 'off') throw new HttpError(404, 'There is nothing at this address.')
}

/** @returns the refusal of a code in a form's field. */
export const wrongCode = (text: string) => new FieldsError(422, { code: text })
