import type { Client } from '../api/client'
import type { Action } from '../api/limits'
import { countsOf } from '../api/rate-limit'
import type { Services } from '../api/services'
import { type NoticeServices, noticeFor, vitalMail } from '../mail/outbox'
import { byUser } from '../people/author'
import type { User } from '../people/tables'
import { type Entries, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { type FactorEvent, factorMail } from './mails'

/*
 * Telling the owner of a second factor or a passkey about changes and attacks, by mail and in the audit log.
 */

/** The owner of a second factor or a passkey: the fields that answers, entries and mails need. */
export type FactorOwner = Pick<
  User,
  'id' | 'organisationId' | 'fullName' | 'email' | 'isAddressProven' | 'formerEmail'
>

type OwnEvent = Exclude<FactorEvent, { kind: 'second-factor-reset' }>

/** @returns the mail and the entry of an event. */
export function factorNotice(
  services: Services,
  owner: FactorOwner,
  event: OwnEvent,
  client: Client,
): { mails: readonly OutgoingMail[]; entries: Entries } {
  const now = services.clock()
  const author = byUser(owner, client.network)
  // Leaves out the passkey's name, which may name a person, and isn't erased from entries.
  const details = event.kind === 'recovery-code-used' ? { count: event.left } : {}
  return {
    mails: [mailAbout(services, owner, event, client)],
    entries: [entryOf(now, owner.organisationId, author, event.kind, { details })],
  }
}

/** @param client null: somebody else did it. @returns the mail about an event to the owner. */
export function mailAbout(
  services: NoticeServices,
  owner: Omit<FactorOwner, 'organisationId'>,
  event: FactorEvent,
  client: Client | null,
): OutgoingMail {
  const { productName, clock } = services
  const { fullName } = owner
  const requestOrigin = client && {
    at: clock(),
    browser: client.browser,
    network: client.network.wide,
  }
  const content = factorMail({ productName, fullName, event, requestOrigin })
  // While the address is unproven, a new password by 'Forgot password' undoes it, too (D90).
  const hasLink = 'undo' in event && event.undo !== null
  return hasLink ? vitalMail(services, owner, content) : noticeFor(services, owner, content)
}

/** Warns the owner of an attack, as often as a limit allows. */
export async function warnOwner(
  services: Services,
  owner: FactorOwner,
  event: Extract<FactorEvent, { kind: 'codes-refused' | 'passkey-refused' }>,
  client: Client,
  limit: Action,
): Promise<void> {
  const { store, clock } = services
  const counts = countsOf(services, limit, { user: owner.id })
  const [wait] = await store.countCalls([counts], clock())
  if (wait !== 0) return
  const notice = factorNotice(services, owner, event, client)
  const name = event.kind === 'codes-refused' ? 'tell-of-refused-codes' : 'tell-of-refused-passkey'
  await store.change(name, null, null, async () => ({ answer: undefined, writes: [], ...notice }))
}
