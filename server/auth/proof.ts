import type { RequestOf } from '../../contract/calls'
import { wrongPasswordText } from '../../contract/text'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { FieldsError, HttpError } from '../api/http-error'
import { networkSubject, withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import type { User } from '../people/tables'
import { type FactorCaller, requireFactorOfCaller } from '../two-factor/second-factor-check'

/**
 * Checks a caller's password. A wrong one is a 422: 401 would make a client renew its session and retry.
 * @param field its name in the body.
 * @returns the caller as stored.
 * @throws FieldsError 422 for a wrong password.
 * @throws HttpError 429 after too many, which count like sign-ins (D50).
 */
export async function requirePassword(
  services: Services,
  caller: Pick<Caller, 'user'>,
  client: Client,
  password: string,
  field = 'password',
): Promise<User> {
  const user = await accountOf(services, caller)
  const subjects = { address: user.emailKey, ...networkSubject(client.network) }
  const verify = () => services.passwords.verify(user.passwordHash, password)
  const isRight = await withRateLimit(services, 'tryPassword', subjects, verify, {
    isFree: (right) => right,
  })
  if (isRight) return user
  await noteRefusal(services, user, 'wrong-password-of-session', client)
  throw new FieldsError(422, { [field]: wrongPasswordText }, 'wrong_password')
}

/** @returns the caller as stored. @throws HttpError 401 if they were removed meanwhile. */
export async function accountOf(
  { store }: Services,
  { user }: Pick<Caller, 'user'>,
): Promise<User> {
  const account = await store.one('users', { id: user.id })
  if (!account) throw new HttpError(401, 'Please sign in.')
  return account
}

/**
 * Checks a caller's password and, if they need one, their second factor.
 * @returns the caller as stored.
 * @throws FieldsError 422 for a wrong password, HttpError 422 without the second factor.
 */
export async function requireProofOf(
  services: Services,
  caller: FactorCaller,
  client: Client,
  { password, ...proof }: RequestOf<'leave'>,
  field?: string,
): Promise<User> {
  const user = await requirePassword(services, caller, client, password, field)
  await requireFactorOfCaller(services, caller, proof, client)
  return user
}
