import type { SecondFactors } from '../../contract/error'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { asks } from '../../contract/second-factor-rule'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { FieldsError, HttpError } from '../api/http-error'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import { later, minute } from '../lib/time'
import type { Membership } from '../people/person'
import type { Organisation, User } from '../people/tables'
import { set } from '../store/change'
import { type FactorRequest, spendCode } from './codes'
import type { FactorOwner } from './notices'
import { spendPasskey } from './passkey-proof'
import { type Passkey, passkeysOfSite, readPasskeysOfSite } from './passkey-site'
import { ruleInForce, type SecondFactorMode } from './second-factor-due'
import type { SecondFactor } from './tables'

/** @throws HttpError 404 if this server has no second factors. */
export function refuseIfTwoFactorOff({ twoFactor }: Services): void {
  if (twoFactor.mode === 'off') throw new HttpError(404, 'There is nothing at this address.')
}

/** A user whom a rule may ask for a second factor. */
interface RuledUser {
  user: Pick<User, 'isAdmin'>
  organisation: Pick<Organisation, 'secondFactor'>
}

/** The proof that a user needs: a code of this factor, which a passkey may replace, or a passkey and nothing else. */
export type NeededFactor = SecondFactor | 'passkey'

/**
 * @param factor the user's, if it is on.
 * @param passkeys the user's.
 * @returns the proof that the user needs; null for none. Without a rule a passkey alone asks for nothing: a user who loses it
 *   would be locked out (D139).
 */
export function neededFactor(
  site: SecondFactorMode,
  { user, organisation }: RuledUser,
  factor: SecondFactor | null,
  passkeys: readonly Passkey[],
): NeededFactor | null {
  if (site.twoFactor.mode === 'off') return null
  if (factor?.since) return factor
  return isAsked(site, { user, organisation }) && passkeysOfSite(site, passkeys).length > 0
    ? 'passkey'
    : null
}

const isAsked = (site: SecondFactorMode, { user, organisation }: RuledUser) =>
  asks(ruleInForce(site, organisation), user.isAdmin)

/** Reads the proof that a user needs (`neededFactor`). Their passkeys matter only if a rule asks for a second factor. */
async function readNeededFactor(
  services: Services,
  owner: RuledUser & { user: Pick<User, 'id'> },
): Promise<NeededFactor | null> {
  const { store, twoFactor } = services
  if (twoFactor.mode === 'off') return null
  const userId = owner.user.id
  const [factor, passkeys] = await Promise.all([
    store.one('secondFactors', { userId }),
    isAsked(services, owner) ? store.all('passkeys', { userId }) : [],
  ])
  return neededFactor(services, owner, factor, passkeys)
}

/**
 * Asks for a second factor and uses it up. Everything that needs one calls this.
 * @param codeField the field of the code in the request, which a refusal names.
 * @returns the passkey that was shown, or 'code'.
 * @throws HttpError 422 without a right code or passkey, 429 after too many codes.
 */
export async function requireFactor(
  services: Services,
  request: FactorRequest,
  owner: FactorOwner,
  needed: NeededFactor,
  { one_time_code: code, passkey_proof }: SecondFactorProof,
  client: Client,
  codeField = 'one_time_code',
): Promise<Passkey | 'code'> {
  if (passkey_proof) {
    return await spendPasskey(services, request.caller, owner, passkey_proof, client)
  }
  if (needed === 'passkey') throw passkeyRequired('Please use your passkey.')
  if (!code?.trim()) {
    const passkeys = await readPasskeysOfSite(services.store, services, owner.id)
    throw codeRequired(passkeys.length > 0 ? ['code', 'passkey'] : undefined)
  }
  await spendCode(services, request, owner, needed, client, code, (text) =>
    wrongCode(codeField, text),
  )
  return 'code'
}

/** @returns the refusal of a call without a code; `accepts` has a passkey where that will do, too. */
export const codeRequired = (accepts: SecondFactors = ['code']) =>
  new HttpError(422, 'Enter the code from your authenticator app.', {
    code: 'second_factor_required',
    accepts,
  })

const passkeyRequired = (text: string) => new HttpError(422, text, { code: 'passkey_required' })

/** @returns the refusal of a code in a form's field. */
export const wrongCode = (field: string, text: string) =>
  new FieldsError(422, { [field]: text }, 'wrong_code')

const signInByPasskey =
  'Please sign in with your passkey. If you have lost it, ask an admin of your organisation, or the site’s operator, to reset your two-factor authentication.'

/**
 * Asks a user who signs in for a code, if they need one. Call it after the password check: nobody else may learn that there
 * is one.
 * @param code an app's code, or a recovery code.
 * @returns whether they have a second factor.
 * @throws as `requireFactor`; HttpError 422 where only a passkey will do.
 */
export async function requireFactorAtSignIn(
  services: Services,
  membership: Membership,
  code: string | undefined,
  client: Client,
): Promise<boolean> {
  const { user } = membership
  const needed = await readNeededFactor(services, membership)
  if (needed === null) return false
  const hasCode = needed !== 'passkey' && code?.trim()
  // The password is known, whether or not a code follows.
  if (!hasCode) await noteRefusal(services, user, 'code-asked', client)
  if (needed === 'passkey') throw passkeyRequired(signInByPasskey)
  if (!hasCode) throw codeRequired()
  const proof = { one_time_code: code }
  await requireFactor(services, { kind: 'password', caller: null }, user, needed, proof, client)
  return true
}

/** Milliseconds for which a code serves for further guarded actions in its session (D92). */
const codeServes = 10 * minute

/** The part of a caller that says whether they need a second factor. */
export type FactorCaller = Pick<Caller, 'user' | 'hasCodes' | 'organisation' | 'sessionId'>

/**
 * Asks a caller for a second factor, if they need one, before an action that it guards. Call it after the password
 * check, where there is one.
 * @throws as `requireFactor`.
 */
export async function requireFactorOfCaller(
  services: Services,
  { user, hasCodes, organisation, sessionId }: FactorCaller,
  proof: SecondFactorProof,
  client: Client,
): Promise<void> {
  if (!hasCodes && !isAsked(services, { user, organisation })) return
  const { store, clock } = services
  const needed = await readNeededFactor(services, { user, organisation })
  if (needed === null) return
  const session = await store.one('sessions', { id: sessionId })
  const givenAt = session?.codeGivenAt
  if (givenAt && later(givenAt, codeServes) > clock()) return
  const request = { kind: 'session', caller: { user, sessionId } } as const
  await requireFactor(services, request, user, needed, proof, client)
  await store.save(set('sessions', { id: sessionId }, { codeGivenAt: clock() }))
}

/**
 * Asks a caller for a second factor before another one is enrolled, so that a password and a stolen session don't enrol one.
 * A passkey is asked for with and without a rule, and no earlier code serves. Call it after the password check.
 * @throws as `requireFactor`.
 */
export async function requireFactorToEnrol(
  services: Services,
  { user, sessionId }: Pick<Caller, 'user' | 'sessionId'>,
  proof: SecondFactorProof,
  client: Client,
): Promise<void> {
  const { store, twoFactor } = services
  const [factor, passkeys] = await Promise.all([
    store.one('secondFactors', { userId: user.id }),
    store.all('passkeys', { userId: user.id }),
  ])
  const hasCodes = twoFactor.mode !== 'off' && factor?.since
  if (!hasCodes && passkeysOfSite(services, passkeys).length === 0) return
  if (!hasCodes && !proof.passkey_proof) {
    throw passkeyRequired(
      'Please use one of your passkeys. If you have lost them, remove them first.',
    )
  }
  const request = { kind: 'session', caller: { user, sessionId } } as const
  await requireFactor(services, request, user, hasCodes ? factor : 'passkey', proof, client)
}

/**
 * Refuses to enrol a factor that was begun before another one was enrolled: it was begun without that one.
 * @param factor the caller's, if it is on.
 * @param passkeys the caller's of this site.
 * @throws HttpError 409.
 */
export function refuseIfEnrolledSince(
  begunAt: Date,
  factor: SecondFactor | null,
  passkeys: readonly Passkey[],
): void {
  const enrolled = [factor?.since, ...passkeys.map(({ createdAt }) => createdAt)]
  if (!enrolled.some((at) => at && at > begunAt)) return
  throw new HttpError(409, 'Your ways to sign in have changed since. Please begin again.')
}

/**
 * Counts a change that sets up or resets a user's second factor, and runs it. It counts for that user, whoever does it (D95).
 * @throws HttpError 429 after too many times, and what `change` throws: then it doesn't count.
 */
export async function countFactor(
  services: Services,
  userId: string,
  change: () => Promise<void>,
): Promise<void> {
  await withRateLimit(services, 'setSecondFactor', { user: userId }, change, {
    isRefusalFree: true,
    why: 'Two-factor authentication was set up or reset too often.',
  })
}
