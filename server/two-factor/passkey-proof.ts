import type { PasskeyProof } from '../../contract/second-factor-proof'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import type { ActingCaller } from '../store/entry'
import { type FactorOwner, warnOwner } from './notices'
import { consumePasskey, readPasskey, type ShownPasskey } from './passkey-assertion'
import type { Passkey } from './passkey-site'

/**
 * Uses up a passkey in place of a code.
 * @param caller null: a link was used.
 * @returns that passkey.
 * @throws HttpError 422 for an unknown passkey, another user's, and any fault of the proof.
 */
export async function spendPasskey(
  services: Services,
  caller: ActingCaller | null,
  owner: FactorOwner,
  proof: PasskeyProof,
  client: Client,
): Promise<Passkey> {
  const purpose = caller ? { proofIn: caller.sessionId } : 'sign-in'
  const { passkey, shown } = await readPasskey(services, proof, purpose)
  if (shown?.passkey.userId === owner.id) {
    const result = await spend(services, caller, owner, shown)
    if (result === 'spent') return shown.passkey
    if (result === 'copied') await warnOfCopy(services, owner, shown.passkey, client)
  }
  const result = caller === null ? 'refused-passkey-of-link' : 'refused-passkey-of-session'
  await noteRefusal(services, owner, result, client)
  const details = passkey === null ? ({ code: 'unknown_passkey' } as const) : {}
  throw new HttpError(422, 'This passkey was refused.', details)
}

function spend(
  { store, clock }: Services,
  caller: ActingCaller | null,
  owner: FactorOwner,
  shown: ShownPasskey,
) {
  type Answer = 'spent' | 'void' | 'copied'
  return store.change<Answer>('spend-passkey', { user: owner.id }, caller, async (read) => {
    const writes = await consumePasskey(read, shown, clock())
    if (typeof writes === 'string') return { answer: writes }
    const unrecorded = 'is part of what it is asked for'
    return { answer: 'spent', writes, entries: null, unrecorded }
  })
}

/** Warns the owner of a passkey that seems to be copied, once a day. */
export const warnOfCopy = (
  services: Services,
  owner: FactorOwner,
  { name }: Passkey,
  client: Client,
) => warnOwner(services, owner, { kind: 'passkey-refused', name }, client, 'tellOfRefusedPasskey')
