import type { RequestOf } from '../../contract/calls'
import type { Client } from '../api/client'
import { readFields } from '../api/fields'
import { FieldsError, HttpError } from '../api/http-error'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { passwordChangedMail } from '../auth/mails'
import { resetsOf } from '../auth/password-links'
import { requirePassword } from '../auth/proof'
import { noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import { requireNewPassword } from '../people/person'
import { type ChangeStore, not, remove, set } from '../store/change'
import { type ActingCaller, type Entries, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { namesOf, type Passkey } from '../two-factor/passkey-site'
import { type FactorCaller, requireFactorOfCaller } from '../two-factor/second-factor-check'

/**
 * Changes the password, ends every other session, removes every reset, and mails a notice.
 * @throws FieldsError 422 for a wrong current password, or a new one that breaks a rule or is the same.
 * @throws HttpError 401 if the session was ended meanwhile, 429 after too many attempts.
 */
export async function changePassword(
  services: Services,
  caller: FactorCaller,
  client: Client,
  typed: RequestOf<'changePassword'>,
): Promise<void> {
  const { network, browser } = client
  const { store, passwords, clock, productName } = services
  readFields({ new_password: () => requireNewPassword(typed.new_password) })
  const { current_password } = typed
  const user = await requirePassword(services, caller, client, current_password, 'current_password')
  if (typed.new_password === current_password) {
    throw new FieldsError(422, { new_password: 'That’s already your password.' })
  }
  await requireFactorOfCaller(services, caller, typed, client)
  const to = await passwords.hash(typed.new_password)
  const now = clock()
  const facts = { productName, fullName: user.fullName, at: now, browser, network: network.wide }
  const noticeOf = (passkeys: readonly Passkey[]) =>
    noticeFor(
      services,
      user,
      passwordChangedMail({ ...facts, passkeys: namesOf(services, passkeys) }),
    )
  const entry = entryOf(now, user.organisationId, byUser(user, network), 'password-changed')
  const hashes = { from: user.passwordHash, to }
  const replace = () => replacePassword(store, caller, hashes, noticeOf, [entry])
  const isReplaced = await withRateLimit(services, 'setPassword', { user: user.id }, replace, {
    isFree: (replaced) => !replaced,
    why: 'Your password was changed too often today.',
  })
  // Another change of the password came first.
  if (!isReplaced) throw new HttpError(401, 'Please sign in.')
}

/**
 * Replaces a password, ends every session but the caller's, and removes every reset (D64).
 * @param hashes the hash of the present password, and of the new one.
 * @param noticeOf creates the notice, which names the passkeys that stay.
 * @returns whether the password was replaced: false if the stored hash is no longer the present one.
 */
function replacePassword(
  store: ChangeStore,
  caller: ActingCaller,
  { from, to }: { from: string; to: string },
  noticeOf: (passkeys: readonly Passkey[]) => OutgoingMail,
  entries: Entries,
): Promise<boolean> {
  const userId = caller.user.id
  return store.change('change-password', { user: userId }, caller, async (read) => {
    const [user, passkeys] = await Promise.all([
      read.one('users', { id: userId, passwordHash: from }),
      read.all('passkeys', { userId }),
    ])
    if (!user) return { answer: false }
    return {
      answer: true,
      writes: [
        set('users', { id: userId }, { passwordHash: to }),
        remove('sessions', { userId, id: not(caller.sessionId) }),
        remove('passwordLinks', resetsOf(userId)),
      ],
      mails: [noticeOf(passkeys)],
      entries,
    }
  })
}
