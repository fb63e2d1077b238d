import type { RequestOf } from '../../contract/calls'
import { asks } from '../../contract/second-factor-rule'
import type { TwoFactor } from '../../contract/two-factor'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { afterLinks, requireNoWayBack, undoLink } from '../auth/password-links'
import { requirePassword } from '../auth/proof'
import { later, minute } from '../lib/time'
import { add, not, put, remove, set } from '../store/change'
import { activeFactor } from '../two-factor/codes'
import { factorNotice } from '../two-factor/notices'
import {
  appCodeOf,
  newRecoveryCodes,
  newSecret,
  recoveryCodeHash,
  secretUri,
  stepOfCode,
} from '../two-factor/one-time-codes'
import { readPasskeysOfSite } from '../two-factor/passkey-site'
import {
  countFactor,
  refuseIfEnrolledSince,
  refuseIfTwoFactorOff,
  requireFactor,
  requireFactorToEnrol,
  wrongCode,
} from '../two-factor/second-factor-check'
import { dueAfterLoss, ruleInForce } from '../two-factor/second-factor-due'

/** Milliseconds that a secret waits for its first code. */
const setUpTime = 10 * minute

type Self = Pick<Caller, 'user' | 'sessionId'>

const isOn = () => new HttpError(409, 'Two-factor authentication is already on.')
const isOff = () => new HttpError(409, 'Two-factor authentication is off.')
const tooLate = () => new HttpError(409, 'That took too long. Please begin again.')
const keepsFactor = 'Two-factor authentication stays as it is'

/** @returns a caller's second factor for the wire. */
export async function secondFactorOf(
  services: Services,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
): Promise<TwoFactor> {
  refuseIfTwoFactorOff(services)
  const factor = await services.store.one('secondFactors', { userId: user.id })
  return {
    state: factor?.since ? 'on' : 'off',
    required: asks(ruleInForce(services, organisation), user.isAdmin),
    since: factor?.since?.toISOString() ?? null,
    recovery_codes_left: factor?.since ? factor.recoveryCodes.length : 0,
  }
}

/**
 * Creates a secret for the caller's authenticator app, after the password and, if they have one, a passkey. The second factor
 * isn't on until `confirmTwoFactor`.
 * @returns the secret, and its URI for a QR code.
 * @throws FieldsError 422 for a wrong password; HttpError 409 if a second factor is on, 429 after too many
 *   passwords; as `requireFactorToEnrol`.
 */
export async function beginTwoFactor(
  services: Services,
  caller: Self,
  { password, ...proof }: RequestOf<'beginTwoFactor'>,
  client: Client,
): Promise<{ secret: string; uri: string }> {
  refuseIfTwoFactorOff(services)
  const { store, clock, twoFactor, productName } = services
  const user = await requirePassword(services, caller, client, password)
  if (await store.one('secondFactors', { userId: user.id, since: not(null) })) throw isOn()
  await requireFactorToEnrol(services, caller, proof, client)
  const secret = newSecret()
  const sealed = await twoFactor.secrets.seal(secret, user.id)
  await store.change('begin-second-factor', { user: user.id }, caller, async (read) => {
    if (await activeFactor(read, user.id)) throw isOn()
    const factor = {
      userId: user.id,
      secret: sealed,
      begunAt: clock(),
      since: null,
      lastStep: null,
      recoveryCodes: [],
    }
    return {
      answer: undefined,
      writes: [put('secondFactors', ['userId'], factor)],
      entries: null,
      unrecorded: 'turns nothing on yet',
    }
  })
  return { secret, uri: secretUri(secret, productName, user.email) }
}

/**
 * Switches the caller's second factor on, with the first code of their app.
 * @returns the recovery codes, which are shown only once.
 * @throws FieldsError 422 for a wrong code; HttpError 409 if it is on, wasn't begun in the last 10 minutes, or a passkey
 *   was added since.
 */
export async function confirmTwoFactor(
  services: Services,
  caller: Self,
  typed: string,
  client: Client,
): Promise<string[]> {
  refuseIfTwoFactorOff(services)
  const { id: userId } = caller.user
  const { store, clock, twoFactor } = services
  const now = clock()
  const factor = await store.one('secondFactors', { userId })
  if (factor?.since) throw isOn()
  if (!factor || later(factor.begunAt, setUpTime) <= now) throw tooLate()
  const { text: secret } = await twoFactor.secrets.open(factor.secret, userId)
  const code = appCodeOf(typed)
  const step = code === null ? null : stepOfCode(code, secret, now)
  if (step === null) {
    throw wrongCode('code', "This code isn't right. Please enter the one that your app shows now.")
  }
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map(recoveryCodeHash)
  const confirm = () =>
    store.change('confirm-second-factor', { user: userId }, caller, async (read) => {
      const waiting = { userId, secret: factor.secret, since: null }
      const [self, unconfirmed, passkeys, links] = await Promise.all([
        read.one('users', { id: userId }),
        read.one('secondFactors', waiting),
        readPasskeysOfSite(read, services, userId),
        read.all('passwordLinks', { userId }),
      ])
      if (!self || !unconfirmed) throw tooLate()
      refuseIfEnrolledSince(unconfirmed.begunAt, null, passkeys)
      const since = afterLinks(links, clock())
      const undo = undoLink(services, self, since)
      return {
        answer: undefined,
        writes: [
          set('secondFactors', { userId }, { since, lastStep: step, recoveryCodes }),
          set('users', { id: userId }, { secondFactorDue: null }),
          ...(undo ? [add('passwordLinks', undo.link)] : []),
        ],
        ...factorNotice(
          services,
          self,
          { kind: 'second-factor-set', undo: undo?.inMail ?? null },
          client,
        ),
      }
    })
  await countFactor(services, userId, confirm)
  return codes
}

/**
 * Switches the caller's second factor off.
 * @throws FieldsError 422 for a wrong password or code; HttpError 409 if none is on, 429 after too many.
 */
export async function removeTwoFactor(
  services: Services,
  caller: Self,
  proof: Proof,
  client: Client,
): Promise<void> {
  await requireProof(services, caller, proof, client)
  const { id: userId } = caller.user
  await services.store.change('remove-second-factor', { user: userId }, caller, async (read) => {
    const [user, factor, passkeys] = await Promise.all([
      read.one('users', { id: userId }),
      activeFactor(read, userId),
      readPasskeysOfSite(read, services, userId),
    ])
    if (!user || !factor) throw isOff()
    await requireNoWayBack(read, services, userId, keepsFactor, factor.since)
    const due = await dueAfterLoss(services, read, user, services.clock())
    const secondFactorDue = passkeys.length > 0 ? null : due
    return {
      answer: undefined,
      writes: [
        remove('secondFactors', { userId }),
        set('users', { id: userId }, { secondFactorDue }),
      ],
      ...factorNotice(services, user, { kind: 'second-factor-removed' }, client),
    }
  })
}

/**
 * Creates new recovery codes, voiding the old ones.
 * @throws as `removeTwoFactor` does.
 */
export async function renewRecoveryCodes(
  services: Services,
  caller: Self,
  proof: Proof,
  client: Client,
): Promise<string[]> {
  await requireProof(services, caller, proof, client)
  const { user } = caller
  const { id: userId } = user
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map(recoveryCodeHash)
  await services.store.change('renew-recovery-codes', { user: userId }, caller, async (read) => {
    const factor = await activeFactor(read, userId)
    if (!factor) throw isOff()
    await requireNoWayBack(read, services, userId, keepsFactor, factor.since)
    return {
      answer: undefined,
      writes: [set('secondFactors', { userId }, { recoveryCodes })],
      ...factorNotice(services, user, { kind: 'recovery-codes-renewed' }, client),
    }
  })
  return codes
}

type Proof = RequestOf<'removeTwoFactor'>

/** Checks the password and the second factor, and uses up the code, or the passkey in its place. */
async function requireProof(
  services: Services,
  caller: Self,
  { password, code, passkey_proof }: Proof,
  client: Client,
): Promise<void> {
  refuseIfTwoFactorOff(services)
  const user = await requirePassword(services, caller, client, password)
  const factor = await services.store.one('secondFactors', { userId: user.id })
  if (!factor?.since) throw isOff()
  if (!passkey_proof && !code?.trim()) {
    throw wrongCode('code', 'Enter the code from your authenticator app.')
  }
  const request = { kind: 'password', caller } as const
  const proof = { one_time_code: code, passkey_proof }
  await requireFactor(services, request, user, factor, proof, client, 'code')
}
