import * as v from 'valibot'
import { mostCopies } from '../../../contract/buyer'
import type { ResponseOf } from '../../../contract/calls'
import type { Caller } from '../../api/caller'
import { readFields } from '../../api/fields'
import { HttpError } from '../../api/http-error'
import type { Network } from '../../api/networks'
import type { Services } from '../../api/services'
import { type LinkSecrets, readLink, signLink } from '../../lib/signed-tokens'
import { day, hour, later } from '../../lib/time'
import { tokenHash } from '../../lib/tokens'
import { writeLetter } from '../../mail/letter'
import { mailTo, mayAskAddress } from '../../mail/outbox'
import { counted, nameInMail } from '../../mail/plain-text'
import { byUser } from '../../people/author'
import { emailKey as keyOf, requireEmailAddress } from '../../people/email'
import { add, type Reading, remove, set } from '../../store/change'
import { entryOf } from '../../store/entry'
import type { Mail, MailContent } from '../../store/outgoing-mail'
import type { Copy } from './tables'

/** How long the link that asks an accounting address is valid, in days. */
const validDays = 7

const claims = v.object({
  sub: v.string(),
  /** The hash of its key. */
  address: v.string(),
  aud: v.literal('orglens-copy'),
  exp: v.number(),
})

/** @returns the token that confirms an accounting address, and nothing else. */
export function copyToken(
  secrets: LinkSecrets,
  { id, emailKey }: Pick<Copy, 'id' | 'emailKey'>,
): string {
  const facts = { sub: id, address: tokenHash(emailKey), aud: 'orglens-copy' }
  return signLink(secrets, facts, validDays * day)
}

/** @returns the address's id, and the hash of its key; null if the token is forged, malformed or too old. */
export function copyOfToken(
  secrets: LinkSecrets,
  token: string,
): { id: string; addressHash: string } | null {
  const found = readLink(secrets, token, claims)
  return found && { id: found.sub, addressHash: found.address }
}

/*
 * Accounting addresses that receipts are mailed to, too (D143). Each is asked first: whoever reads its mailbox decides.
 */

/** How long a removed address comes back as it was, in ms. */
export const undoTime = hour

/** What adding an address comes to. */
type Adding =
  /** Not there: it is asked. `gone`: the row of the same address that it replaces. */
  | { kind: 'new'; gone: Copy | null }
  /** Waiting: it is asked again. */
  | { kind: 'again'; copy: Copy }
  /** Removed within the hour: it is back as it was. */
  | { kind: 'back'; copy: Copy }

/** @param copies an organisation's. @throws HttpError 409 if the address can't be added. */
function addingOf(copies: readonly Copy[], emailKey: string, now: Date): Adding {
  const copy = copies.find((one) => one.emailKey === emailKey) ?? null
  if (copy && !copy.removedAt) {
    if (copy.refusedAt) {
      throw new HttpError(
        409,
        'Mails to this address were refused. Remove it first, then add it again.',
      )
    }
    if (copy.confirmedAt) throw new HttpError(409, 'This address gets copies already.')
    return { kind: 'again', copy }
  }
  if (copies.filter(({ removedAt }) => !removedAt).length >= mostCopies) {
    throw new HttpError(409, 'Five addresses are the most. Remove one first.', {
      code: 'limit_reached',
    })
  }
  // One that refused mails is asked again: to come back as it was would help nobody.
  const isBack = copy?.removedAt && !copy.refusedAt && later(copy.removedAt, undoTime) > now
  return copy && isBack ? { kind: 'back', copy } : { kind: 'new', gone: copy }
}

/**
 * Adds an accounting address to the caller's organisation, and asks it by mail. Beyond the limit of its mailbox nothing is
 * mailed, as of people's addresses (D90).
 * @throws FieldsError 422 for what is no address; HttpError 409 as `addingOf`.
 */
export async function addCopy(
  services: Services,
  caller: Caller,
  network: Network,
  typed: string,
): Promise<void> {
  const { store, clock } = services
  const { email } = readFields({ email: () => requireEmailAddress(typed) })
  const emailKey = keyOf(email)
  const organisationId = caller.organisation.id
  const by = byUser(caller.user, network)
  const before = await store.all('copies', { organisationId })
  const isAsked = addingOf(before, emailKey, clock()).kind !== 'back'
  const mayAsk = isAsked && (await mayAskAddress(services, emailKey))
  const mailsTo = (copy: Copy) => (mayAsk ? [askingMail(services, caller, copy)] : [])
  const lock = { organisation: organisationId }
  await store.change('add-copy', lock, caller, async (read) => {
    const now = clock()
    const adding = addingOf(await read.all('copies', { organisationId }), emailKey, now)
    if (adding.kind === 'again') {
      return {
        answer: undefined,
        writes: [],
        mails: mailsTo(adding.copy),
        entries: null,
        unrecorded: 'changes nothing but the outbox',
      }
    }
    const entries = [entryOf(now, organisationId, by, 'copy-added', { subject: email })] as const
    if (adding.kind === 'back') {
      const { id } = adding.copy
      return { answer: undefined, writes: [set('copies', { id }, { removedAt: null })], entries }
    }
    const copy: Copy = {
      id: crypto.randomUUID(),
      organisationId,
      email,
      emailKey,
      createdAt: now,
      confirmedAt: null,
      refusedAt: null,
      removedAt: null,
    }
    const { gone } = adding
    return {
      answer: undefined,
      writes: [...(gone ? [remove('copies', { id: gone.id })] : []), add('copies', copy)],
      mails: mailsTo(copy),
      entries,
    }
  })
}

function askingMail(services: Services, { user, organisation }: Caller, copy: Copy): Mail {
  const { appUrl, productName } = services
  const content = confirmCopyMail({
    productName,
    organisation: organisation.name,
    by: user.fullName,
    link: `${appUrl}/confirm-copy/${copyToken(services, copy)}`,
    expiresInDays: validDays,
  })
  return mailTo(services, { id: null, email: copy.email }, { ...content, copyId: copy.id })
}

/** Mails an address no more receipts; it may be back within the hour. @throws HttpError 404 for an unknown one. */
export async function removeCopy(
  { store, clock }: Services,
  caller: Caller,
  network: Network,
  typed: string,
): Promise<void> {
  const organisationId = caller.organisation.id
  const by = byUser(caller.user, network)
  const emailKey = keyOf(typed)
  const lock = { organisation: organisationId }
  await store.change('remove-copy', lock, caller, async (read) => {
    const copy = await read.one('copies', { organisationId, emailKey, removedAt: null })
    if (!copy) throw new HttpError(404, 'Your organisation has no such address.')
    const now = clock()
    return {
      answer: undefined,
      writes: [set('copies', { id: copy.id }, { removedAt: now })],
      entries: [entryOf(now, organisationId, by, 'copy-removed', { subject: copy.email })],
    }
  })
}

/**
 * Confirms an accounting address, with the link that only its mailbox got. Again, it changes nothing.
 * @returns the address, and the organisation whose receipts it gets.
 * @throws HttpError 422 for a link that has expired, isn't ours, or is of an address that was removed.
 */
export async function confirmCopy(
  services: Services,
  token: string,
): Promise<ResponseOf<'confirmCopy'>> {
  const { store, clock } = services
  const linkIsVoid = () =>
    new HttpError(422, 'This link has expired, or the address was removed since.', {
      code: 'link_expired',
    })
  const found = copyOfToken(services, token)
  if (!found) throw linkIsVoid()
  const { id } = found
  const lock = { row: 'copies', where: { id } } as const
  return await store.change('confirm-copy', lock, null, async (read) => {
    const copy = await read.one('copies', { id, removedAt: null })
    if (!copy || tokenHash(copy.emailKey) !== found.addressHash) throw linkIsVoid()
    const organisation = await read.one('organisations', { id: copy.organisationId }, 'not-held')
    if (!organisation) throw linkIsVoid()
    const answer = { organization_name: organisation.name, email: copy.email }
    if (copy.confirmedAt) return { answer }
    return {
      answer,
      writes: [set('copies', { id }, { confirmedAt: clock() })],
      entries: null,
      unrecorded: 'the address has an entry of who added it',
    }
  })
}

/** @returns an organisation's addresses that receipts are mailed to. */
export const confirmedCopies = async (read: Reading, organisationId: string): Promise<Copy[]> => {
  const copies = await read.all('copies', { organisationId, removedAt: null }, 'not-held')
  return copies.filter(({ confirmedAt, refusedAt }) => confirmedAt && !refusedAt)
}

/**
 * @returns whether a mail may still go out: if it is one to an accounting address, that wasn't removed, and mails to it
 *   weren't refused.
 */
export async function mayMailCopy(
  { store }: Pick<Services, 'store'>,
  { copyId }: Pick<Mail, 'copyId'>,
): Promise<boolean> {
  if (copyId === null) return true
  return (await store.one('copies', { id: copyId, removedAt: null, refusedAt: null })) !== null
}

/** Notes that a mail server refused a mail to an accounting address for good: it gets no more. */
export async function noteRefusedCopy(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { copyId }: Pick<Mail, 'copyId'>,
): Promise<void> {
  if (copyId === null) return
  await store.save(set('copies', { id: copyId }, { refusedAt: clock() }))
}

/**
 * Asks an accounting address whether it wants an organisation's receipts (D143).
 * @param mail.organisation its name.
 * @param mail.by who added the address.
 * @param mail.link where whoever reads the mailbox confirms it.
 */
function confirmCopyMail(mail: {
  productName: string
  organisation: string
  by: string
  link: string
  expiresInDays: number
}): MailContent {
  const { productName, link, expiresInDays } = mail
  const organisation = nameInMail(mail.organisation)
  return writeLetter({
    productName,
    subject: `Copies of receipts from ${productName}?`,
    heading: 'Do you want copies of receipts?',
    paragraphs: [
      `${nameInMail(mail.by)} of ${organisation} asks us to mail the receipts of ${organisation} for ${productName} to this address, too.`,
      'If you want that, open the link and confirm the address. Otherwise ignore this mail: then nothing is sent.',
    ],
    action: { label: 'Confirm this address', link },
    notes: [
      `The link can be used for ${counted(expiresInDays, 'day')}. Opening it changes nothing yet.`,
      `You need no account. An admin of ${organisation} can remove the address at any time.`,
    ],
  })
}
