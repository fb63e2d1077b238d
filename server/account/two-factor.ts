import type { RequestOf } from '../../contract/calls'
import { asks } from '../../contract/second-factor-rule'
import type { TwoFactor } from '../../contract/two-factor'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { FieldsError, HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { afterLinks, requireNoWayBack, undoOf } from '../auth/password-links'
import { requireRightPassword } from '../auth/proof'
import { later, minute } from '../lib/time'
import { add, not, put, remove, set } from '../store/change'
import { activeFactor, noticeOf, spendOrRefuse } from '../two-factor/codes'
import {
  appCodeOf,
  newRecoveryCodes,
  newSecret,
  recoveryCodeHash,
  secretUri,
  stepOfCode,
} from '../two-factor/one-time-codes'
import { spendPasskey } from '../two-factor/passkey-proof'
import { passkeysHere } from '../two-factor/passkey-site'
import {
  countFactor,
  refuseIfEnrolledSince,
  requireHeldFactor,
  requireTwoFactor,
} from '../two-factor/second-factor-check'
import { dueAfterLoss, ruleInForce } from '../two-factor/second-factor-due'

/** How long a secret waits for its first code, in ms. */
const setUpTime = 10 * minute

type Self = Pick<Caller, 'user' | 'sessionId'>

const signedOut = () => new HttpError(401, 'Please sign in.')
const isOn = () => new HttpError(409, 'Two-factor authentication is already on.')
const keepsFactor = 'Two-factor authentication stays as it is'
const isOff = () => new HttpError(409, 'Two-factor authentication is off.')

/** @returns the refusal of a code in a form's field. */
const wrongCode = (text: string) => new FieldsError(422, { code: text }, 'wrong_code')

/** @returns a caller's second factor for the wire. */
export async function secondFactorOf(
  services: Services,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
): Promise<TwoFactor> {
  requireTwoFactor(services)
  const factor = await services.store.one('secondFactors', { userId: user.id })
  return {
    state: factor?.since ? 'on' : 'off',
    required: asks(ruleInForce(services, organisation), user.isAdmin),
    since: factor?.since?.toISOString() ?? null,
    recovery_codes_left: factor?.since ? factor.recoveryCodes.length : 0,
  }
}

/**
 * Creates a secret for the caller's authenticator app, after their password and, if they have one, a passkey. The second
 * factor isn't on yet.
 * @returns the secret, and its URI for a QR code.
 * @throws FieldsError 422 for a wrong password; HttpError 409 if a second factor is on, 429 after too many
 *   passwords; as `requireHeldFactor`.
 */
export async function beginTwoFactor(
  services: Services,
  caller: Self,
  { password, ...proof }: RequestOf<'beginTwoFactor'>,
  client: Client,
): Promise<{ secret: string; uri: string }> {
  requireTwoFactor(services)
  const { user } = caller
  const { store, clock, twoFactor, productName } = services
  await requirePasswordOf(services, user.id, password, client)
  if (await store.one('secondFactors', { userId: user.id, since: not(null) })) throw isOn()
  await requireHeldFactor(services, caller, proof, client)
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
  requireTwoFactor(services)
  const { user } = caller
  const { store, clock, twoFactor } = services
  const now = clock()
  const factor = await store.one('secondFactors', { userId: user.id })
  if (factor?.since) throw isOn()
  if (!factor || later(factor.begunAt, setUpTime) <= now) throw tooLate()
  const { text: secret } = await twoFactor.secrets.open(factor.secret, user.id)
  const code = appCodeOf(typed)
  const step = code === null ? null : stepOfCode(code, secret, now)
  if (step === null) {
    throw wrongCode("This code isn't right. Please enter the one that your app shows now.")
  }
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map(recoveryCodeHash)
  const confirm = () =>
    store.change('confirm-second-factor', { user: user.id }, caller, async (read) => {
      const userId = user.id
      const waiting = { userId, secret: factor.secret, since: null }
      const [self, known, passkeys, links] = await Promise.all([
        read.one('users', { id: userId }),
        read.one('secondFactors', waiting),
        passkeysHere(read, services, userId),
        read.all('passwordLinks', { userId }),
      ])
      if (!self || !known) throw tooLate()
      refuseIfEnrolledSince(known.begunAt, null, passkeys)
      const since = afterLinks(links, clock())
      const undo = undoOf(services, self, since)
      return {
        answer: undefined,
        writes: [
          set('secondFactors', { userId }, { since, lastStep: step, recoveryCodes }),
          set('users', { id: userId }, { secondFactorDue: null }),
          ...(undo ? [add('passwordLinks', undo.link)] : []),
        ],
        ...noticeOf(services, self, { kind: 'set', undo: undo?.shown ?? null }, client),
      }
    })
  await countFactor(services, user.id, confirm)
  return codes
}

const tooLate = () => new HttpError(409, 'That took too long. Please begin again.')

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
      passkeysHere(read, services, userId),
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
      ...noticeOf(services, user, { kind: 'removed' }, client),
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
      ...noticeOf(services, user, { kind: 'codes-renewed' }, client),
    }
  })
  return codes
}

type Proof = RequestOf<'removeTwoFactor'>

/** Checks both, and uses up the code, or the passkey in its place. */
async function requireProof(
  services: Services,
  caller: Self,
  { password, code, passkey_proof }: Proof,
  client: Client,
): Promise<void> {
  requireTwoFactor(services)
  const { user, sessionId } = caller
  await requirePasswordOf(services, user.id, password, client)
  const factor = await services.store.one('secondFactors', { userId: user.id })
  if (!factor?.since) throw isOff()
  if (passkey_proof) {
    await spendPasskey(services, caller, user, passkey_proof, { proofIn: sessionId }, client)
    return
  }
  if (!code?.trim()) throw wrongCode('Enter the code from your authenticator app.')
  const attempt = { typed: code, way: 'sign-in', refusal: wrongCode } as const
  await spendOrRefuse(services, caller, user, factor, client, attempt)
}

async function requirePasswordOf(
  services: Services,
  userId: string,
  password: string,
  client: Client,
): Promise<void> {
  const user = await services.store.one('users', { id: userId })
  if (!user) throw signedOut()
  await requireRightPassword(services, user, client, { password })
}
