import type { RequestOf, ResponseOf } from '../../contract/calls'
import { mostPasskeys } from '../../contract/passkeys'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { readFields } from '../api/fields'
import { HttpError } from '../api/http-error'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { afterLinks, requireNoWayBack, undoOf } from '../auth/password-links'
import { accountOf, requireProofOf, requireRightPassword } from '../auth/proof'
import { oneLine } from '../people/visible-text'
import { add, remove, set } from '../store/change'
import { activeFactor } from '../two-factor/codes'
import { handleOf, readCeremony } from '../two-factor/passkey-assertion'
import { passkeyNotice } from '../two-factor/passkey-proof'
import { domainOf, ofThisSite, type Passkey } from '../two-factor/passkey-site'
import { refuseIfEnrolledSince, requireHeldFactor } from '../two-factor/second-factor-check'
import { dueAfterLoss } from '../two-factor/second-factor-due'
import { askForNewPasskey, readNewPasskey } from './registration'

type Self = Pick<Caller, 'user' | 'organisation' | 'sessionId'>

const tooMany = () =>
  new HttpError(409, 'You can have up to ten passkeys. Remove one first.', {
    code: 'limit_reached',
  })
const noSuchPasskey = () => new HttpError(404, 'You have no such passkey.')
const tooLate = () => new HttpError(409, 'That took too long. Please begin again.')

/** @returns the caller's passkeys for the wire, the oldest first. */
export async function listPasskeys(
  services: Services,
  { user }: Self,
): Promise<ResponseOf<'getPasskeys'>> {
  const passkeys = await services.store.all('passkeys', { userId: user.id })
  return {
    passkeys: passkeys.sort(byAge).map((one) => ({
      passkey_id: one.id,
      credential_id: one.credentialId,
      name: one.name,
      created_at: one.createdAt.toISOString(),
      last_used_at: one.lastUsedAt?.toISOString() ?? null,
      is_synced: one.isSynced,
      domain: one.domain,
    })),
    domain: domainOf(services),
    user_handle: handleOf(user.id),
  }
}

const byAge = (one: Passkey, other: Passkey) => one.createdAt.getTime() - other.createdAt.getTime()

/**
 * Asks the caller's browser for a new passkey, after their password and, if they have a second factor, that.
 * @throws FieldsError 422 for a wrong password; HttpError 409 above ten; as `requireHeldFactor`.
 */
export async function beginPasskey(
  services: Services,
  caller: Self,
  client: Client,
  { password, ...proof }: RequestOf<'beginPasskey'>,
): Promise<ResponseOf<'beginPasskey'>> {
  const user = await accountOf(services, caller)
  await requireRightPassword(services, user, client, { password })
  const passkeys = await services.store.all('passkeys', { userId: user.id })
  if (passkeys.length >= mostPasskeys) throw tooMany()
  await requireHeldFactor(services, caller, proof, client)
  return askForNewPasskey(services, user, caller.sessionId, ofThisSite(services, passkeys))
}

/**
 * Adds the passkey that the caller's browser made. They get a mail with a link that undoes it (D98).
 * @throws HttpError 409 above ten, for one that is there, when it took too long, and when another factor was enrolled
 *   meanwhile; 422 for one that isn't as it must be.
 */
export async function addPasskey(
  services: Services,
  caller: Self,
  client: Client,
  { ceremony, credential, ...typed }: RequestOf<'addPasskey'>,
): Promise<void> {
  const { store, clock } = services
  const { id: userId } = caller.user
  const { name } = readFields({ name: () => requireName(typed.name) })
  const begun = readCeremony(services, ceremony, { newPasskeyIn: caller.sessionId })
  if (!begun) throw tooLate()
  const made = await readNewPasskey(services, credential, begun.challenge)
  if (!made) {
    throw new HttpError(422, 'This passkey can’t be used here. Please try another device.')
  }
  const { credentialId } = made
  const save = () =>
    store.change('add-passkey', { user: userId }, caller, async (read) => {
      const [user, own, factor, known, used, links] = await Promise.all([
        read.one('users', { id: userId }),
        read.all('passkeys', { userId }),
        activeFactor(read, userId),
        read.one('passkeys', { credentialId }),
        read.one('passkeyCeremonies', { id: begun.use.id }),
        read.all('passwordLinks', { userId }),
      ])
      if (!user || used) throw tooLate()
      if (known) throw new HttpError(409, 'This device already has a passkey.')
      if (own.length >= mostPasskeys) throw tooMany()
      refuseIfEnrolledSince(begun.at, factor, ofThisSite(services, own))
      const createdAt = afterLinks(links, clock())
      const undo = undoOf(services, user, createdAt)
      const passkey: Passkey = {
        ...made,
        id: crypto.randomUUID(),
        userId,
        name,
        domain: domainOf(services),
        createdAt,
        lastUsedAt: null,
      }
      return {
        answer: undefined,
        writes: [
          add('passkeys', passkey),
          add('passkeyCeremonies', begun.use),
          set('users', { id: userId }, { secondFactorDue: null }),
          ...(undo ? [add('passwordLinks', undo.link)] : []),
        ],
        ...passkeyNotice(
          services,
          user,
          { kind: 'added', name, undo: undo?.shown ?? null },
          client,
        ),
      }
    })
  await withRateLimit(services, 'setSecondFactor', { user: userId }, save, {
    isRefusalFree: true,
    why: 'Passkeys were added too often.',
  })
}

/** @returns a name on one line. @throws HttpError 422 for an empty one. */
function requireName(typed: string): string {
  const name = oneLine(typed).trim()
  if (name === '') throw new HttpError(422, 'Please enter a name.')
  return name
}

/** Renames one of the caller's passkeys. @throws HttpError 404 for another's. */
export async function renamePasskey(
  { store }: Services,
  caller: Self,
  { passkey_id: id, ...typed }: RequestOf<'renamePasskey'>,
): Promise<void> {
  const { name } = readFields({ name: () => requireName(typed.name) })
  const { id: userId } = caller.user
  await store.change('rename-passkey', { user: userId }, caller, async (read) => {
    if (!(await read.one('passkeys', { id, userId }))) throw noSuchPasskey()
    return {
      answer: undefined,
      writes: [set('passkeys', { id }, { name })],
      entries: null,
      unrecorded: 'is a name that only its user sees',
    }
  })
}

/**
 * Removes one of the caller's passkeys.
 * @throws FieldsError 422 for a wrong password; HttpError 404 for another's, 409 for one that the owner of a changed address
 *   may need (D89); as `requireGuardCode`.
 */
export async function removePasskey(
  services: Services,
  caller: Self,
  client: Client,
  { passkey_id: id, ...proof }: RequestOf<'removePasskey'>,
): Promise<void> {
  const { id: userId } = await requireProofOf(services, caller, client, proof)
  await services.store.change('remove-passkey', { user: userId }, caller, async (read) => {
    const [user, factor, own] = await Promise.all([
      read.one('users', { id: userId }),
      read.one('secondFactors', { userId }),
      read.all('passkeys', { userId }),
    ])
    const passkey = own.find((one) => one.id === id)
    if (!user || !passkey) throw noSuchPasskey()
    await requireNoWayBack(read, services, userId, 'Your passkeys stay', passkey.createdAt)
    const left = ofThisSite(services, own).filter((one) => one !== passkey)
    const isLast = passkey.domain === domainOf(services) && !factor?.since && left.length === 0
    const secondFactorDue = await dueAfterLoss(services, read, user, services.clock())
    return {
      answer: undefined,
      writes: [
        remove('passkeys', { id }),
        ...(isLast ? [set('users', { id: userId }, { secondFactorDue })] : []),
      ],
      ...passkeyNotice(services, user, { kind: 'removed', name: passkey.name }, client),
    }
  })
}
