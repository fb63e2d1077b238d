import type { PasskeyProof } from '../../contract/second-factor-proof'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import { countsOf } from '../api/rate-limit'
import type { Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import { mailTo, noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import type { User } from '../people/tables'
import { type ActingCaller, type Entries, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { type PasskeyEvent, passkeyMail } from './mails'
import { type Purpose, readPasskey, type ShownPasskey, takePasskey } from './passkey-assertion'
import type { Passkey } from './passkey-site'

/** Whose passkeys they are: the fields that answers, entries and mails need. */
export type Owner = Pick<User, 'id' | 'organisationId' | 'fullName' | 'email'>

/**
 * Uses up a passkey in place of a code.
 * @returns it.
 * @throws HttpError 422 for another's, one that is unknown, and whatever isn't as it must be.
 */
export async function spendPasskey(
  services: Services,
  caller: ActingCaller | null,
  owner: Owner,
  proof: PasskeyProof,
  purpose: Purpose,
  client: Client,
): Promise<Passkey> {
  const { passkey, shown } = await readPasskey(services, proof, purpose)
  if (shown?.passkey.userId === owner.id) {
    const taken = await spend(services, caller, owner, shown)
    if (taken === 'taken') return shown.passkey
    if (taken === 'copied') await tellOfCopy(services, owner, shown.passkey, client)
  }
  const result = caller === null ? 'refused-passkey-of-link' : 'refused-passkey-of-session'
  await noteRefusal(services, owner, result, client)
  const details = passkey === null ? ({ code: 'unknown_passkey' } as const) : {}
  throw new HttpError(422, 'This passkey was refused.', details)
}

function spend(
  { store, clock }: Services,
  caller: ActingCaller | null,
  owner: Owner,
  shown: ShownPasskey,
) {
  type Answer = 'taken' | 'void' | 'copied'
  return store.change<Answer>('spend-passkey', { user: owner.id }, caller, async (read) => {
    const writes = await takePasskey(read, shown, clock())
    if (typeof writes === 'string') return { answer: writes }
    const unrecorded = 'is part of what it is asked for'
    return { answer: 'taken', writes, entries: null, unrecorded }
  })
}

/** Warns the owner of a passkey that seems to be copied, once a day. */
export async function tellOfCopy(
  services: Services,
  owner: Owner,
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
  owner: Owner,
  news: PasskeyEvent,
  client: Client,
): { mails: readonly OutgoingMail[]; entries: Entries } {
  const { productName, clock } = services
  const now = clock()
  const requestOrigin = { at: now, browser: client.browser, network: client.network.wide }
  const content = passkeyMail({ productName, fullName: owner.fullName, news, requestOrigin })
  // A link that undoes something always goes out (D95).
  const hasLink = news.kind === 'added' && news.undo !== null
  return {
    mails: [hasLink ? mailTo(services, owner, content) : noticeFor(services, owner, content)],
    // Without its name, which may tell of a person, and isn't erased from here.
    entries: [
      entryOf(now, owner.organisationId, byUser(owner, client.network), actions[news.kind]),
    ],
  }
}
