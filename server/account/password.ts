import type { RequestOf } from '../../contract/calls'
import { byUser, entryOf } from '../audit/entries'
import { passwordChangedMail } from '../auth/mails'
import { replacePassword } from '../auth/password-changes'
import { requireRightPassword } from '../auth/password-check'
import type { Caller } from '../http/caller'
import type { Client } from '../http/client'
import { readFields } from '../http/fields'
import { FieldsError, HttpError } from '../http/http-error'
import { withRateLimit } from '../http/rate-limit'
import { noticeFor } from '../mail/outbox'
import { namesOf } from '../passkeys/site'
import type { Passkey } from '../passkeys/tables'
import { requirePassword } from '../people/person'
import type { Services } from '../services'
import { requireGuardCode } from '../two-factor/second-factor-check'
import { accountOf } from './proof'

type Self = Pick<Caller, 'user' | 'organisation' | 'sessionId'>

/**
 * Changes the password, ends every other session, voids every reset, and mails a notice.
 * @throws FieldsError 422 for a wrong current password, or a new one that breaks a rule or is the same.
 * @throws HttpError 401 if the session was ended meanwhile, 429 after too many attempts.
 */
export async function changePassword(
  services: Services,
  caller: Self,
  client: Client,
  typed: RequestOf<'changePassword'>,
): Promise<void> {
  const { network, browser } = client
  const { store, passwords, clock, productName } = services
  readFields({ new_password: () => requirePassword(typed.new_password) })
  const user = await accountOf(services, caller)
  await requireRightPassword(services, user, client, {
    current_password: typed.current_password,
  })
  if (typed.new_password === typed.current_password) {
    throw new FieldsError(422, { new_password: 'That’s already your password.' })
  }
  await requireGuardCode(services, caller, typed, client)
  const to = await passwords.hash(typed.new_password)
  const now = clock()
  const facts = { productName, fullName: user.fullName, at: now, browser, network: network.wide }
  const noticeOf = (passkeys: readonly Passkey[]) =>
    noticeFor(
      services,
      user,
      passwordChangedMail({ ...facts, passkeys: namesOf(services, passkeys) }),
    )
  const by = byUser(user, network)
  const entry = entryOf(now, user.organisationId, by, 'password-changed')
  const hashes = { from: user.passwordHash, to }
  const replace = () => replacePassword(store, caller, hashes, noticeOf, [entry])
  const isReplaced = await withRateLimit(services, 'setPassword', { user: user.id }, replace, {
    isFree: (replaced) => !replaced,
    why: 'Your password was changed too often today.',
  })
  // Another change of the password came first.
  if (!isReplaced) throw new HttpError(401, 'Please sign in.')
}
