import type { RequestOf, ResponseOf } from '../../contract/calls'
import { mostPasskeys } from '../../contract/passkeys'
import type { Client } from '../api/client'
import { readFields } from '../api/fields'
import { HttpError } from '../api/http-error'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { afterLinks, requireNoWayBack, undoLink } from '../auth/password-links'
import { requirePassword, requireProofOf } from '../auth/proof'
import { requireVisible } from '../people/person'
import { isVisible, oneLine, withoutPasted } from '../people/visible-text'
import { add, remove, set } from '../store/change'
import { activeFactor } from '../two-factor/codes'
import { factorNotice } from '../two-factor/notices'
import { handleOf, type OpenedCeremony, readCeremony } from '../two-factor/passkey-assertion'
import { domainOf, type Passkey, passkeysOfSite } from '../two-factor/passkey-site'
import {
  type FactorCaller,
  refuseIfEnrolledSince,
  requireFactorToEnrol,
} from '../two-factor/second-factor-check'
import { dueAfterLoss } from '../two-factor/second-factor-due'
import { beginRegistration, type NewPasskey, readNewPasskey } from './registration'

const tooMany = () =>
  new HttpError(409, 'You can have up to ten passkeys. Remove one first.', {
    code: 'limit_reached',
  })
const noSuchPasskey = () => new HttpError(404, 'You have no such passkey.')
const tooLate = () => new HttpError(409, 'That took too long. Please begin again.')

/** @returns the caller's passkeys for the wire, the oldest first. */
export async function listPasskeys(
  services: Services,
  { user }: FactorCaller,
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
 * Begins to add a passkey, after the caller's password and, if they have one, second factor.
 * @returns the options with which a browser creates a passkey.
 * @throws FieldsError 422 for a wrong password; HttpError 409 above ten; as `requireFactorToEnrol`.
 */
export async function beginPasskey(
  services: Services,
  caller: FactorCaller,
  client: Client,
  { password, ...proof }: RequestOf<'beginPasskey'>,
): Promise<ResponseOf<'beginPasskey'>> {
  const user = await requirePassword(services, caller, client, password)
  const passkeys = await services.store.all('passkeys', { userId: user.id })
  if (passkeys.length >= mostPasskeys) throw tooMany()
  await requireFactorToEnrol(services, caller, proof, client)
  return beginRegistration(services, user, caller.sessionId, passkeysOfSite(services, passkeys))
}

/**
 * Adds the passkey that the caller's browser created. They get a mail with a link that undoes it (D89).
 * @throws HttpError 409 above ten, for a known one, after too long a time, and if another factor was enrolled meanwhile; 422
 *   for a name or passkey that breaks a rule.
 */
export async function addPasskey(
  services: Services,
  caller: FactorCaller,
  client: Client,
  { ceremony: typedCeremony, credential, ...typed }: RequestOf<'addPasskey'>,
): Promise<void> {
  const { name } = readFields({ name: () => requireName(typed.name) })
  const ceremony = readCeremony(services, typedCeremony, { newPasskeyIn: caller.sessionId })
  if (!ceremony) throw tooLate()
  const created = await readNewPasskey(services, credential, ceremony.challenge)
  if (!created) {
    throw new HttpError(422, 'This passkey can’t be used here. Please try another device.')
  }
  const save = () => savePasskey(services, caller, client, { ...created, name }, ceremony)
  await withRateLimit(services, 'setSecondFactor', { user: caller.user.id }, save, {
    isRefusalFree: true,
    why: 'Passkeys were added too often.',
  })
}

function savePasskey(
  services: Services,
  caller: FactorCaller,
  client: Client,
  created: NewPasskey & Pick<Passkey, 'name'>,
  ceremony: OpenedCeremony,
): Promise<void> {
  const { store, clock } = services
  const { id: userId } = caller.user
  const { credentialId, name } = created
  return store.change('add-passkey', { user: userId }, caller, async (read) => {
    const [user, own, factor, known, used, links] = await Promise.all([
      read.one('users', { id: userId }),
      read.all('passkeys', { userId }),
      activeFactor(read, userId),
      read.one('passkeys', { credentialId }),
      read.one('passkeyCeremonies', { id: ceremony.used.id }),
      read.all('passwordLinks', { userId }),
    ])
    if (!user || used) throw tooLate()
    if (known) throw new HttpError(409, 'This device already has a passkey.')
    if (own.length >= mostPasskeys) throw tooMany()
    refuseIfEnrolledSince(ceremony.begunAt, factor, passkeysOfSite(services, own))
    const createdAt = afterLinks(links, clock())
    const undo = undoLink(services, user, createdAt)
    const passkey = {
      ...created,
      id: crypto.randomUUID(),
      userId,
      domain: domainOf(services),
      createdAt,
      lastUsedAt: null,
    }
    const event = { kind: 'passkey-added', name, undo: undo?.inMail ?? null } as const
    return {
      answer: undefined,
      writes: [
        add('passkeys', passkey),
        add('passkeyCeremonies', ceremony.used),
        set('users', { id: userId }, { secondFactorDue: null }),
        ...(undo ? [add('passwordLinks', undo.link)] : []),
      ],
      ...factorNotice(services, user, event, client),
    }
  })
}

/** @returns a name on one line. @throws HttpError 422 if nothing of it shows, or it has invisible characters. */
function requireName(typed: string): string {
  const cleaned = withoutPasted(typed)
  const name = oneLine(cleaned)
  if (!isVisible(name)) throw new HttpError(422, 'Please enter a name.')
  requireVisible(cleaned)
  return name
}

/** Renames one of the caller's passkeys. @throws HttpError 404 if they have none with this id. */
export async function renamePasskey(
  { store }: Services,
  caller: FactorCaller,
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
 * @throws FieldsError 422 for a wrong password; HttpError 404 if they have none with this id, 409 for one that the owner of a
 *   changed address may need; as `requireFactorOfCaller`.
 */
export async function removePasskey(
  services: Services,
  caller: FactorCaller,
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
    const others = passkeysOfSite(services, own).filter((one) => one !== passkey)
    const isLast = passkey.domain === domainOf(services) && !factor?.since && others.length === 0
    const secondFactorDue = await dueAfterLoss(services, read, user, services.clock())
    return {
      answer: undefined,
      writes: [
        remove('passkeys', { id }),
        ...(isLast ? [set('users', { id: userId }, { secondFactorDue })] : []),
      ],
      ...factorNotice(services, user, { kind: 'passkey-removed', name: passkey.name }, client),
    }
  })
}
