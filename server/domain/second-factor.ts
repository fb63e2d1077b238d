import type { TwoFactor } from '../../contract/two-factor'
import { FieldsError, HttpError, NeedsCodeError } from '../http-error'
import type { Action } from '../limits'
import { type SecondFactorNews, secondFactorMail } from '../mail/two-factor-contents'
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

/** What is asked of second factors, whoever they are of: enough to answer, to tell and to mail. */
export type Owner = Pick<User, 'id' | 'organisationId' | 'fullName' | 'email' | 'isAdmin'>

/** How long an admin has to set one up, where admins must have one. */
const daysToSetUp = 7

/** @returns by when somebody must have one who becomes an admin now; null: they needn't. */
export function dueForNewAdmin({ twoFactor }: Pick<Services, 'twoFactor'>, now: Date): Date | null {
  return twoFactor.mode === 'admins' ? later(now, daysToSetUp * day) : null
}

/** @returns by when somebody must have another one who loses theirs now; null: they needn't. */
export function dueAfterLoss({ twoFactor }: Services, isAdmin: boolean, now: Date): Date | null {
  return twoFactor.mode === 'admins' && isAdmin ? now : null
}

/**
 * @returns within how many seconds a caller has to set one up, 0 where that time is over; null: they needn't.
 */
export async function secondFactorDueIn(
  { store, clock, twoFactor }: Services,
  { user }: Pick<Caller, 'user'>,
): Promise<number | null> {
  if (twoFactor.mode !== 'admins' || !user.isAdmin || !user.secondFactorDue) return null
  const left = user.secondFactorDue.getTime() - clock().getTime()
  if (left > 0) return Math.ceil(left / 1000)
  // A role may have been changed in the instant in which one was set up.
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
 * Asks somebody who has proven to be who they are otherwise for a code, if they have a second factor, and
 * uses it up. Call it after the password: nobody else may learn that there is one.
 * @param code of the app, or a recovery code.
 * @returns whether they have one.
 * @throws NeedsCodeError 422 without a code that is right, HttpError 429 after too many.
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

/** The limits of wrong codes: of the app's, and of recovery codes. */
const limits = {
  app: ['tryCode', 'tryCodeOfDay'],
  recovery: ['tryRecoveryCode', 'tryRecoveryCodeOfDay'],
} satisfies Record<string, [Action, Action]>

/**
 * Uses a code up. Wrong ones count, and are told of by mail at the day's limit.
 * @param refusal of a wrong one.
 * @throws what it makes; HttpError 429 after too many.
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
        ? 'This is no code of six digits, and no recovery code that is left.'
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

/** Tells the owner once a day: whoever it is has the right password. */
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

/** @returns what is mailed and entered of what the owner of a second factor did. */
export function noticeOf(
  services: Services,
  owner: Owner,
  news: Exclude<SecondFactorNews, { kind: 'reset' }>,
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
 * @param where it was done; null: by somebody else.
 * @returns the mail to the owner of a second factor.
 */
export function secondFactorNotice(
  services: Services,
  { email, fullName }: Pick<Owner, 'email' | 'fullName'>,
  news: SecondFactorNews,
  where: { browser: string; network: string | null } | null,
): Mail {
  const { productName } = services
  const whereabouts = where && { ...where, at: services.clock() }
  return mailTo(services, email, secondFactorMail({ productName, fullName, news, whereabouts }))
}

/** @returns a caller's second factor, as the wire has it. */
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

/** @throws HttpError 404 where this server has no second factors. */
export function requireExtension({ twoFactor }: Services): void {
  if (twoFactor.mode === 'off') throw new HttpError(404, 'There is nothing at this address.')
}

/** @returns the refusal of a code in the field of a form. */
export const wrongCode = (text: string) => new FieldsError(422, { code: text })
