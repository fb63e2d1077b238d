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
import { above, set } from '../store/change'
import type { ActingCaller } from '../store/entry'
import { type Owner, spendOrRefuse, type Way } from './codes'
import type { Purpose } from './passkey-assertion'
import { spendPasskey } from './passkey-proof'
import { ofThisSite, type Passkey, passkeysHere } from './passkey-site'
import { ruleInForce, type SecondFactorMode } from './second-factor-due'
import type { SecondFactor } from './tables'

/** @throws HttpError 404 if this server has no second factors. */
export function requireTwoFactor({ twoFactor }: Services): void {
  if (twoFactor.mode === 'off') throw new HttpError(404, 'There is nothing at this address.')
}

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
 * @throws HttpError 422 without a right code, or where only a passkey will do; 429 after too many codes.
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
  if (needed === 'passkey') throw passkeyRequired(signInByPasskey)
  if (!code?.trim()) throw codeRequired()
  const attempt = { typed: code, way: 'sign-in', refusal: refusedCode } as const
  await spendOrRefuse(services, null, owner, needed, client, attempt)
  return true
}

const signInByPasskey =
  'Please sign in with your passkey. If you have lost it, ask an admin of your organisation, or the site’s operator, to reset your two-factor authentication.'

/** @returns the refusal of a call without a code; `accepts` has a passkey where that will do, too. */
export const codeRequired = (accepts: SecondFactors = ['code']) =>
  new HttpError(422, 'Enter the code from your authenticator app.', {
    code: 'second_factor_required',
    accepts,
  })

const passkeyRequired = (text: string) => new HttpError(422, text, { code: 'passkey_required' })

const refusedCode = (text: string) => new FieldsError(422, { one_time_code: text }, 'wrong_code')

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
 * @throws as `requireCode`; HttpError 422 for a refused passkey.
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
  return await spendFactor(services, null, owner, needed, proof, client, way, 'sign-in')
}

/** How long a code that was given for something guarded serves for more of that in its session, in ms (D92). */
const codeServes = 10 * minute

/**
 * Asks a caller for a code, or a passkey in its place, if they need one, before something that it guards (D92). Call it after
 * the password check, where there is one.
 * @throws HttpError 422 without a right code or passkey, 429 after too many codes.
 */
export async function requireGuardCode(
  services: Services,
  { user, organisation, sessionId }: Pick<Caller, 'user' | 'organisation' | 'sessionId'>,
  proof: SecondFactorProof,
  client: Client,
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
  if (givenAt && later(givenAt, codeServes) > clock()) return
  await spendInSession(services, { user, sessionId }, needed, proof, client)
  await store.save(set('sessions', { id: sessionId }, { codeGivenAt: clock() }))
}

/**
 * Asks a caller who has a second factor for it before a further one is enrolled, so that a password and a stolen session
 * don't enrol one. A passkey counts with and without a rule, and no earlier proof serves (D92). Call it after the password
 * check.
 * @throws HttpError 422 without a right code or passkey, 429 after too many codes.
 */
export async function requireHeldFactor(
  services: Services,
  { user, sessionId }: Pick<Caller, 'user' | 'sessionId'>,
  proof: SecondFactorProof,
  client: Client,
): Promise<void> {
  const { factor, passkeys } = await factorsOf(services, user.id)
  const hasCodes = services.twoFactor.mode !== 'off' && factor?.since
  if (!hasCodes && ofThisSite(services, passkeys).length === 0) return
  const needed = hasCodes ? factor : 'passkey'
  await spendInSession(services, { user, sessionId }, needed, proof, client, loseFirst)
}

const loseFirst = 'Please use one of your passkeys. If you have lost them, remove them first.'

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

/** Uses up the second factor of somebody who is signed in. */
async function spendInSession(
  services: Services,
  caller: { user: Owner; sessionId: string },
  needed: SecondFactor | 'passkey',
  proof: SecondFactorProof,
  client: Client,
  passkeyText?: string,
): Promise<void> {
  const purpose = { proofIn: caller.sessionId }
  await spendFactor(
    services,
    caller,
    caller.user,
    needed,
    proof,
    client,
    'session',
    purpose,
    passkeyText,
  )
}

/** @returns the passkey that was shown in place of a code; null: a code was given. */
async function spendFactor(
  services: Services,
  caller: ActingCaller | null,
  owner: Owner,
  needed: SecondFactor | 'passkey',
  { one_time_code: code, passkey_proof }: SecondFactorProof,
  client: Client,
  way: Way,
  purpose: Purpose,
  passkeyText = 'Please use your passkey.',
): Promise<Passkey | null> {
  if (passkey_proof) {
    return await spendPasskey(services, caller, owner, passkey_proof, purpose, client)
  }
  if (needed === 'passkey') throw passkeyRequired(passkeyText)
  if (!code?.trim()) {
    const { length } = await passkeysHere(services.store, services, owner.id)
    throw codeRequired(length > 0 ? ['code', 'passkey'] : undefined)
  }
  const attempt = { typed: code, way, refusal: refusedCode }
  await spendOrRefuse(services, caller, owner, needed, client, attempt)
  return null
}

/**
 * Sets up or resets a user's second factor, which counts for them, whoever does it (D95).
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
