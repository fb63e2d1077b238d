import type { RequestOf, ResponseOf } from '../../contract/calls'
import { byUser, entryOf } from '../audit/entries'
import { passwordChangedMail } from '../auth/mails'
import { replacePassword, requireNoWayBack } from '../auth/password-changes'
import { requireRightPassword } from '../auth/password-check'
import { endSessions } from '../auth/session'
import { paymentBy } from '../billing/payer'
import type { Caller } from '../http/caller'
import { type Client, unknownBrowser } from '../http/client'
import { readFields } from '../http/fields'
import { FieldsError, HttpError } from '../http/http-error'
import type { Network } from '../http/networks'
import { withRateLimit } from '../http/rate-limit'
import { noticeFor } from '../mail/outbox'
import { requirePassword } from '../people/person'
import type { User } from '../people/tables'
import type { Services } from '../services'
import { above, remove } from '../store/change'
import type { Entry } from '../store/entry'
import { departureMail } from '../team/mails'
import {
  departureOf,
  lockOfMember,
  membersOf,
  noticesTo,
  requireAnotherAdmin,
  requireMember,
} from '../team/team'
import { requireGuardCode } from '../two-factor/second-factor-check'

type Self = Pick<Caller, 'user' | 'organisation' | 'sessionId'>

/** @returns the caller as stored. @throws HttpError 401 if they were removed meanwhile. */
async function accountOf({ store, clock }: Services, { user }: Self): Promise<User> {
  const account = await store.findAccount(user.id, clock())
  if (!account) throw new HttpError(401, 'Please sign in.')
  return account.user
}

/**
 * Checks the password of a caller, and the code of their second factor, if they have one.
 * @returns the caller as stored.
 * @throws FieldsError 422 for a wrong password, NeedsCodeError 422 without a right code.
 */
export async function requireProofOf(
  services: Services,
  caller: Self,
  client: Client,
  { password, one_time_code }: RequestOf<'leave'>,
): Promise<User> {
  const user = await accountOf(services, caller)
  await requireRightPassword(services, user, client, { password })
  await requireGuardCode(services, caller, one_time_code, client)
  return user
}

/**
 * Changes the password, ends every other session, voids every reset, and mails a notice.
 * @throws FieldsError 422 for a wrong current password, or a new one that breaks a rule or is the same.
 * @throws HttpError 401 if the session was ended meanwhile, 429 after too many attempts.
 */
export async function changePassword(
  services: Services,
  caller: Self,
  client: Client,
  typed: { current_password: string; new_password: string; one_time_code?: string | undefined },
): Promise<void> {
  const { network, browser } = client
  const { store, passwords, clock, productName } = services
  readFields({ new_password: () => requirePassword(typed.new_password) })
  const user = await accountOf(services, caller)
  await requireRightPassword(services, user, client, {
    current_password: typed.current_password,
  })
  if (typed.new_password === typed.current_password) {
    throw new FieldsError(422, { new_password: 'This is your password already.' })
  }
  await requireGuardCode(services, caller, typed.one_time_code, client)
  const to = await passwords.hash(typed.new_password)
  const now = clock()
  const facts = { productName, fullName: user.fullName, at: now, browser }
  const notice = noticeFor(services, user, passwordChangedMail({ ...facts, network: network.wide }))
  const by = byUser(user, network)
  const entry = entryOf(now, user.organisationId, by, 'password-changed')
  const hashes = { from: user.passwordHash, to }
  const replace = () => replacePassword(store, caller, hashes, notice, [entry])
  const isReplaced = await withRateLimit(services, 'setPassword', { user: user.id }, replace, {
    isFree: (replaced) => !replaced,
    why: 'Your password was changed too often today.',
  })
  // Another change of the password came first.
  if (!isReplaced) throw new HttpError(401, 'Please sign in.')
}

/** @returns the caller's sessions for the wire: the current one first, then by last activity. */
export async function listSessions(
  { store, clock }: Services,
  { user, sessionId }: Self,
): Promise<ResponseOf<'getSessions'>> {
  const sessions = (
    await store.all('sessions', { userId: user.id, expiresAt: above(clock()) })
  ).map(({ id, browser, network, createdAt, lastActiveAt }) => ({
    session_id: id,
    browser: browser ?? unknownBrowser,
    network: network ?? null,
    signed_in_at: createdAt.toISOString(),
    last_active_at: (lastActiveAt ?? createdAt).toISOString(),
    is_current: id === sessionId,
  }))
  return {
    sessions: sessions.sort(
      (one, other) =>
        Number(other.is_current) - Number(one.is_current) ||
        Date.parse(other.last_active_at) - Date.parse(one.last_active_at),
    ),
  }
}

/**
 * Ends one of the caller's sessions. Ending this one is logging out.
 * @throws HttpError 404 for an unknown id, or another user's.
 */
export async function endOneSession(
  services: Services,
  caller: Self,
  network: Network,
  endedId: string,
): Promise<void> {
  const { store, clock } = services
  const { user, organisation, sessionId } = caller
  const now = clock()
  const session = (await store.all('sessions', { userId: user.id, expiresAt: above(now) })).find(
    ({ id }) => id === endedId,
  )
  if (!session) throw new HttpError(404, 'You have no such session. It may have ended already.')
  if (endedId === sessionId) return void (await store.save(remove('sessions', { id: endedId })))
  const entry = entryOf(now, organisation.id, byUser(user, network), 'sessions-ended')
  await endCounted(services, caller, { only: endedId }, entry)
}

/** Ends all of the caller's sessions but this one. */
export async function endOtherSessions(
  services: Services,
  caller: Self,
  network: Network,
): Promise<void> {
  const { user, organisation, sessionId } = caller
  const by = byUser(user, network)
  const entry = entryOf(services.clock(), organisation.id, by, 'sessions-ended')
  await endCounted(services, caller, { except: sessionId }, entry)
}

/** Ends sessions of the caller; it counts if there were any. @throws HttpError 429 after too many times. */
async function endCounted(
  services: Services,
  caller: Self,
  ended: { only: string } | { except: string },
  entry: Entry,
): Promise<void> {
  const { id } = caller.user
  const end = () => endSessions(services.store, caller, id, ended, entry)
  await withRateLimit(services, 'endSessions', { user: id }, end, {
    isFree: (count) => count === 0,
    why: 'You have ended sessions too often today. A new password ends all others.',
  })
}

/**
 * Deletes the caller's account, like a removal by oneself. The user and all admins get a
 * mail.
 * @throws FieldsError 422 for a wrong password.
 * @throws HttpError 409 for the last admin, and for the only person.
 */
export async function leave(
  services: Services,
  caller: Self & Pick<Caller, 'live'>,
  client: Client,
  proof: RequestOf<'leave'>,
): Promise<void> {
  const { network } = client
  const user = await requireProofOf(services, caller, client, proof)
  const { id, name } = caller.organisation
  await services.store.change('leave', lockOfMember(id, user.id), caller, async (read) => {
    const members = await membersOf(read, id)
    if (members.length === 1) {
      throw new HttpError(
        409,
        'You are the only person in your organisation. To have it deleted, ask whoever runs this site.',
      )
    }
    const self = requireMember(members, user.id)
    requireAnotherAdmin(members, self)
    await requireNoWayBack(read, services, self.id, "You can't leave")
    const farewell = departureMail({
      productName: services.productName,
      organisationName: name,
      fullName: self.fullName,
      paysFor: paymentBy(self.id, caller.live),
    })
    const admins = members.filter((one) => one.isAdmin && one.id !== self.id)
    return {
      answer: undefined,
      ...(await departureOf(read, self, byUser(self, network), 'left', services.clock())),
      mails: [
        noticeFor(services, self, farewell),
        ...noticesTo(services, caller, admins, self, 'left'),
      ],
    }
  })
}
