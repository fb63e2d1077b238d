import type { PasskeyProof } from '../../contract/second-factor-proof'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import { countsOf } from '../api/rate-limit'
import type { Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import { mailTo, noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import { type ActingCaller, type Entries, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import type { FactorOwner } from './codes'
import { type PasskeyEvent, passkeyMail } from './mails'
import { consumePasskey, readPasskey, type ShownPasskey } from './passkey-assertion'
import type { Passkey } from './passkey-site'

/**
 * Uses up a passkey in place of a code.
 * @param caller null: a link was used.
 * @returns that passkey.
 * @throws HttpError 422 for another's, one that is unknown, and whatever isn't as it must be.
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
export async function warnOfCopy(
  services: Services,
  owner: FactorOwner,
  { name }: Passkey,
  client: Client,
): Promise<void> {
  const { store, clock } = services
  const counts = countsOf(services, 'tellOfRefusedPasskey', { user: owner.id })
  const [wait] = await store.countCalls([counts], clock())
  if (wait !== 0) return
  const notice = passkeyNotice(services, owner, { kind: 'refused', name }, client)
  await store.change('tell-of-refused-passkey', null, null, async () => ({
    answer: undefined,
    writes: [],
    ...notice,
  }))
}

const actions = {
  added: 'passkey-added',
  removed: 'passkey-removed',
  refused: 'passkey-refused',
} as const

/** @returns the mail and the entry for what happened to a passkey. */
export function passkeyNotice(
  services: Services,
  owner: FactorOwner,
  event: PasskeyEvent,
  client: Client,
): { mails: readonly OutgoingMail[]; entries: Entries } {
  const { productName, clock } = services
  const now = clock()
  const requestOrigin = { at: now, browser: client.browser, network: client.network.wide }
  const content = passkeyMail({ productName, fullName: owner.fullName, event, requestOrigin })
  // A link that undoes something always goes out (D95).
  const hasLink = event.kind === 'added' && event.undo !== null
  return {
    mails: [hasLink ? mailTo(services, owner, content) : noticeFor(services, owner, content)],
    // Without the passkey's name: it may name a person, and isn't erased from entries.
    entries: [
      entryOf(now, owner.organisationId, byUser(owner, client.network), actions[event.kind]),
    ],
  }
}
