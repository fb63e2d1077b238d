import type { RequestOf } from '../../contract/calls'
import { requireRightPassword } from '../auth/password-check'
import type { Caller } from '../http/caller'
import type { Client } from '../http/client'
import { HttpError } from '../http/http-error'
import type { User } from '../people/tables'
import type { Services } from '../services'
import { requireGuardCode } from '../two-factor/second-factor-check'

type Self = Pick<Caller, 'user' | 'organisation' | 'sessionId'>

/** @returns the caller as stored. @throws HttpError 401 if they were removed meanwhile. */
export async function accountOf({ store }: Services, { user }: Self): Promise<User> {
  const account = await store.one('users', { id: user.id })
  if (!account) throw new HttpError(401, 'Please sign in.')
  return account
}

/**
 * Checks the password of a caller, and their second factor, if they need it.
 * @returns the caller as stored.
 * @throws FieldsError 422 for a wrong password, HttpError 422 without the second factor.
 */
export async function requireProofOf(
  services: Services,
  caller: Self,
  client: Client,
  { password, ...proof }: RequestOf<'leave'>,
): Promise<User> {
  const user = await accountOf(services, caller)
  await requireRightPassword(services, user, client, { password })
  await requireGuardCode(services, caller, proof, client)
  return user
}
