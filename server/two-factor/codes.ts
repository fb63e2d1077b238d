import type { Client } from '../api/client'
import type { Count } from '../api/counts'
import type { HttpError } from '../api/http-error'
import type { Action } from '../api/limits'
import { countOrRefuse, countsOf, networkSubject, withRateLimit } from '../api/rate-limit'
import type { SecretBox, Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import { not, type Reading, set } from '../store/change'
import type { ActingCaller } from '../store/entry'
import { type FactorOwner, factorNotice, warnOwner } from './notices'
import { appCodeOf, recoveryCodeHash, stepOfCode } from './one-time-codes'
import { KeyLost } from './secret-box'
import type { SecondFactor } from './tables'

/*
 * Using up the codes of a second factor.
 */

/**
 * The request that a second factor is given with. Wrong codes of each kind are counted apart, so that nobody can use up the
 * owner's attempts elsewhere (D50).
 */
export type FactorRequest =
  /** The right password was given too: to sign in, if there is no caller yet, or in a session. */
  | { kind: 'password'; caller: ActingCaller | null }
  /** A caller who gave no password. */
  | { kind: 'session'; caller: ActingCaller }
  /** A mailed link, by the hash of its token. */
  | { kind: 'link'; caller: null; tokenHash: string }

/** The limits of wrong codes, in a quarter of an hour and in a day, and of warning the owner about them. */
const limits = {
  app: ['tryCode', 'tryCodeOfDay', 'tellOfRefusedCodes'],
  recovery: ['tryRecoveryCode', 'tryRecoveryCodeOfDay', 'tellOfRefusedCodes'],
  session: ['tryCodeOfSession', 'tryCodeOfSessionsOfDay', 'tellOfCodesRefusedBySessions'],
  link: ['tryCodeOfLink', 'tryCodeOfLinksOfDay', 'tellOfCodesRefusedByLinks'],
} satisfies Record<string, [Action, Action, Action]>

/**
 * Uses up a code. Wrong ones count, and are reported by mail at the daily limit.
 * @param typed an app's code, or a recovery code.
 * @param refusal creates the error for a wrong one.
 * @throws that error; HttpError 429 after too many.
 */
export async function spendCode(
  services: Services,
  request: FactorRequest,
  owner: FactorOwner,
  factor: SecondFactor,
  client: Client,
  typed: string,
  refusal: (text: string) => HttpError,
): Promise<void> {
  const appCode = appCodeOf(typed)
  const secret = appCode === null ? null : await openSecret(services, factor)
  // Nothing was tried, so nothing counts.
  if (appCode !== null && !secret) {
    throw refusal("Your app's codes can't be checked at the moment. Please use a recovery code.")
  }
  const counts = await countCode(services, request, owner, client, appCode ? 'app' : 'recovery')
  const { caller } = request
  const isSpent =
    appCode !== null && secret
      ? await spendAppCode(services, caller, factor, secret, appCode)
      : await countRecoveryCode(services, request, owner, () =>
          spendRecoveryCode(services, caller, owner, typed, client),
        )
  if (isSpent) {
    if (counts.length > 0) await services.store.giveBackCalls(counts)
    return
  }
  const unsigned = request.kind === 'link' ? 'wrong-code-of-link' : 'wrong-code'
  await noteRefusal(services, owner, caller ? 'wrong-code-of-session' : unsigned, client)
  throw refusal(
    appCode === null
      ? 'This is neither a code of six digits nor an unused recovery code.'
      : 'This code is wrong or has already been used. Please enter the next one.',
  )
}

/**
 * Counts a code as a wrong one, before it is checked.
 * @returns the counts, to be given back if the code is right.
 * @throws HttpError 429 after too many. At the daily limit the owner is warned.
 */
async function countCode(
  services: Services,
  request: FactorRequest,
  owner: FactorOwner,
  client: Client,
  codeKind: 'app' | 'recovery',
): Promise<Count[]> {
  const { kind } = request
  const [soon, ofDay, warning] = limits[kind === 'password' ? codeKind : kind]
  const token = kind === 'link' ? { token: request.tokenHash } : {}
  const subjects = { user: owner.id, ...networkSubject(client.network), ...token }
  const today = countsOf(services, ofDay, subjects)
  const counts = [...countsOf(services, soon, subjects), ...today]
  try {
    await countOrRefuse(services, counts, 'Too many wrong codes.')
  } catch (error) {
    const [wait] = await services.store.countCalls([today], services.clock())
    if (wait === 0) await services.store.giveBackCalls(today)
    else
      await warnOwner(
        services,
        owner,
        { kind: 'codes-refused', requestKind: kind },
        client,
        warning,
      )
    throw error
  }
  return counts
}

/** Counts a used recovery code, but not with a link: its owner could be locked out, and links are counted. */
function countRecoveryCode(
  services: Services,
  { kind }: FactorRequest,
  { id }: FactorOwner,
  spend: () => Promise<boolean>,
): Promise<boolean> {
  if (kind === 'link') return spend()
  return withRateLimit(services, 'useRecoveryCode', { user: id }, spend, {
    isFree: (isSpent) => !isSpent,
    why: 'Too many recovery codes were used.',
  })
}

type OpenedSecret = Awaited<ReturnType<SecretBox['open']>>

/** @returns the secret of somebody's app; null, which is logged, if the key that encrypted it is lost. */
async function openSecret(
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
  const resealed = isOfEarlierKey ? { secret: await twoFactor.secrets.seal(secret, userId) } : {}
  return await store.change('spend-code', { user: userId }, caller, async (read) => {
    const factor = await activeFactor(read, userId)
    // If a code is used twice at once, the second use finds it used up.
    if (!factor || (factor.lastStep ?? -1) >= step) return { answer: false }
    return {
      answer: true,
      writes: [set('secondFactors', { userId }, { lastStep: step, ...resealed })],
      entries: null,
      unrecorded: 'is part of what it is asked for',
    }
  })
}

async function spendRecoveryCode(
  services: Services,
  caller: ActingCaller | null,
  owner: FactorOwner,
  typed: string,
  client: Client,
): Promise<boolean> {
  const userId = owner.id
  const hash = recoveryCodeHash(typed)
  return await services.store.change('spend-code', { user: userId }, caller, async (read) => {
    const factor = await activeFactor(read, userId)
    if (!factor?.recoveryCodes.includes(hash)) return { answer: false }
    const recoveryCodes = factor.recoveryCodes.filter((one) => one !== hash)
    const event = { kind: 'recovery-code-used', left: recoveryCodes.length } as const
    return {
      answer: true,
      writes: [set('secondFactors', { userId }, { recoveryCodes })],
      ...factorNotice(services, owner, event, client),
    }
  })
}

/** @returns a user's second factor, if it is on. */
export const activeFactor = (read: Reading, userId: string) =>
  read.one('secondFactors', { userId, since: not(null) })
