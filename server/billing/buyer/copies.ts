import * as v from 'valibot'
import { mostCopies } from '../../../contract/buyer'
import type { ResponseOf } from '../../../contract/calls'
import type { Caller } from '../../api/caller'
import { readFields } from '../../api/fields'
import { HttpError } from '../../api/http-error'
import type { Network } from '../../api/networks'
import { withRateLimit } from '../../api/rate-limit'
import type { Services } from '../../api/services'
import { type LinkSecrets, readLink, signLink } from '../../lib/signed-tokens'
import { day, hour, later } from '../../lib/time'
import { tokenHash } from '../../lib/tokens'
import { writeLetter } from '../../mail/letter'
import { noticeFor, requirePlaceForNotice } from '../../mail/outbox'
import { counted, exactInMail, nameInMail, nameInSubject } from '../../mail/plain-text'
import { byUser } from '../../people/author'
import { emailKey as keyOf, mailboxOf, requireEmailAddress } from '../../people/email'
import type { User } from '../../people/tables'
import { add, type Decision, type Reading, remove, set } from '../../store/change'
import { entryOf } from '../../store/entry'
import type { Mail, MailContent, OutgoingMail } from '../../store/outgoing-mail'
import type { Copy } from './tables'

/** The lifetime of the link that confirms an accounting address, in days. */
const validDays = 7

const claims = v.object({
  sub: v.string(),
  /** The hash of the address's key. */
  address: v.string(),
  aud: v.literal('orglens-copy'),
  exp: v.number(),
})

/** Signs the token that confirms an accounting address. */
export function copyToken(
  secrets: LinkSecrets,
  { id, emailKey }: Pick<Copy, 'id' | 'emailKey'>,
): string {
  const payload = { sub: id, address: tokenHash(emailKey), aud: 'orglens-copy' }
  return signLink(secrets, payload, validDays * day)
}

/** @returns the address's id, and the hash of its key; null for a token that is forged, malformed or expired. */
export function copyOfToken(
  secrets: LinkSecrets,
  token: string,
): { id: string; addressHash: string } | null {
  const found = readLink(secrets, token, claims)
  return found && { id: found.sub, addressHash: found.address }
}

/*
 * Accounting addresses get copies of receipts (D143). Each must be confirmed by a mailed link first.
 */

/** The time within which a removed address can be restored, in ms. */
export const undoTime = hour

type Addition =
  /** `replaced`: the removed row of the same address, if there is one. */
  | { kind: 'new'; replaced: Copy | null }
  /** It is still unconfirmed, so its link is mailed again. */
  | { kind: 'remind'; copy: Copy }
  /** It was removed within the hour, and is restored as it was. */
  | { kind: 'restore'; copy: Copy }

/** @param copies the organisation's addresses. @throws HttpError 409 if the address can't be added. */
function planAddition(copies: readonly Copy[], emailKey: string, now: Date): Addition {
  const copy = copies.find((one) => one.emailKey === emailKey) ?? null
  if (copy && !copy.removedAt) {
    if (copy.refusedAt) {
      throw new HttpError(
        409,
        'Emails to this address were refused. Remove it first, then add it again.',
      )
    }
    if (copy.confirmedAt) throw new HttpError(409, 'This address gets copies already.')
    return { kind: 'remind', copy }
  }
  if (copies.filter(({ removedAt }) => !removedAt).length >= mostCopies) {
    throw new HttpError(409, 'You can have up to five addresses. Remove one first.', {
      code: 'limit_reached',
    })
  }
  // A restored address that refused mails would get none.
  const canRestore = copy?.removedAt && !copy.refusedAt && later(copy.removedAt, undoTime) > now
  return copy && canRestore ? { kind: 'restore', copy } : { kind: 'new', replaced: copy }
}

/**
 * Adds an accounting address to the caller's organisation, and mails it the link to confirm. All admins get a mail,
 * because the address will see the receipts: the caller, too, whose session may be stolen.
 * @throws FieldsError 422 for a malformed address; HttpError 409 if the address can't be added, 429 if its mailbox was asked too
 *   often, or has got a day's notices.
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
  const author = byUser(caller.user, network)
  const before = await store.all('copies', { organisationId })
  const needsLink = planAddition(before, emailKey, clock()).kind !== 'restore'
  const save = () => store.change('add-copy', { organisation: organisationId }, caller, decide)
  if (!needsLink) return await save()
  await requirePlaceForNotice(services, email)
  const asked = { mailbox: mailboxOf(emailKey), organisation: organisationId }
  await withRateLimit(services, 'askAccountingAddress', asked, save, {
    isRefusalFree: true,
    why: 'This address was asked too often today, so it got no email.',
  })

  async function decide(read: Reading): Promise<Decision<void>> {
    const now = clock()
    const addition = planAddition(await read.all('copies', { organisationId }), emailKey, now)
    if (addition.kind === 'remind') {
      return {
        answer: undefined,
        writes: [],
        mails: [linkMail(services, caller, addition.copy)],
        entries: null,
        unrecorded: 'changes nothing but the outbox',
      }
    }
    const entries = [
      entryOf(now, organisationId, author, 'copy-added', { subject: email }),
    ] as const
    if (addition.kind === 'restore') {
      const { id } = addition.copy
      const writes = [set('copies', { id }, { removedAt: null })]
      return { answer: undefined, writes, mails: await noticesOf(read), entries }
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
    const { replaced } = addition
    return {
      answer: undefined,
      writes: [...(replaced ? [remove('copies', { id: replaced.id })] : []), add('copies', copy)],
      mails: [linkMail(services, caller, copy), ...(await noticesOf(read))],
      entries,
    }
  }

  async function noticesOf(read: Reading): Promise<OutgoingMail[]> {
    const admins = await read.all('users', { organisationId, isAdmin: true }, 'not-held')
    return admins.map((admin) =>
      noticeFor(services, admin, addedMail(services, caller, admin, email)),
    )
  }
}

/** Asks the reader of an accounting address to confirm that it wants the organisation's receipts. */
function linkMail(services: Services, { user, organisation }: Caller, copy: Copy): OutgoingMail {
  const { appUrl, productName } = services
  const name = nameInMail(organisation.name)
  const letter = writeLetter({
    productName,
    subject: `Copies of receipts from ${productName}?`,
    heading: 'Do you want copies of receipts?',
    paragraphs: [
      `${nameInMail(user.fullName)} of ${name} asks us to email the receipts of ${name} for ${productName} to this address, too.`,
      'If you want that, open the link and confirm the address. Otherwise ignore this email: then nothing is sent.',
    ],
    action: {
      label: 'Confirm this address',
      link: `${appUrl}/confirm-copy/${copyToken(services, copy)}`,
    },
    notes: [
      `The link can be used for ${counted(validDays, 'day')}. Opening it changes nothing yet.`,
      `You need no account. An admin of ${name} can remove the address at any time.`,
    ],
  })
  return noticeFor(services, { id: null, email: copy.email }, { ...letter, copyId: copy.id })
}

/** Tells an admin that an accounting address was added, and where it can be removed. */
function addedMail(
  { productName, appUrl }: Services,
  { user, organisation }: Caller,
  admin: Pick<User, 'fullName'>,
  email: string,
): MailContent {
  return writeLetter({
    productName,
    fullName: admin.fullName,
    subject: `An accounting address was added to ${nameInSubject(organisation.name)}`,
    heading: 'An accounting address was added',
    paragraphs: [
      `${nameInMail(user.fullName)} asked ${exactInMail(email)} whether it wants the receipts of ${nameInMail(organisation.name)}. Once its reader confirms that, it gets a copy of each.`,
      'If you don’t know this address, remove it on the page of your subscription, and ask who added it.',
    ],
    action: { label: 'See the addresses', link: `${appUrl}/dashboard/subscription` },
    notes: [`All admins of ${nameInMail(organisation.name)} get this email.`],
  })
}

/** Removes an accounting address. It can be restored within the hour. @throws HttpError 404 for an unknown address. */
export async function removeCopy(
  { store, clock }: Services,
  caller: Caller,
  network: Network,
  typed: string,
): Promise<void> {
  const organisationId = caller.organisation.id
  const author = byUser(caller.user, network)
  const emailKey = keyOf(typed)
  const lock = { organisation: organisationId }
  await store.change('remove-copy', lock, caller, async (read) => {
    const copy = await read.one('copies', { organisationId, emailKey, removedAt: null })
    if (!copy) throw new HttpError(404, 'Your organisation has no such address.')
    const now = clock()
    return {
      answer: undefined,
      writes: [set('copies', { id: copy.id }, { removedAt: now })],
      entries: [entryOf(now, organisationId, author, 'copy-removed', { subject: copy.email })],
    }
  })
}

/**
 * Confirms an accounting address by the link that was mailed to it. Idempotent.
 * @returns the address, and the name of the organisation.
 * @throws HttpError 422 for a link that is forged or has expired, or whose address was removed.
 */
export async function confirmCopy(
  services: Services,
  token: string,
): Promise<ResponseOf<'confirmCopy'>> {
  const { store, clock } = services
  const invalidLink = () =>
    new HttpError(422, 'This link has expired, or the address was removed since.', {
      code: 'link_expired',
    })
  const found = copyOfToken(services, token)
  if (!found) throw invalidLink()
  const { id } = found
  const lock = { row: 'copies', where: { id } } as const
  return await store.change('confirm-copy', lock, null, async (read) => {
    const copy = await read.one('copies', { id, removedAt: null })
    if (!copy || tokenHash(copy.emailKey) !== found.addressHash) throw invalidLink()
    const organisation = await read.one('organisations', { id: copy.organisationId }, 'not-held')
    if (!organisation) throw invalidLink()
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

/** @returns the accounting addresses of an organisation that receipts are mailed to. */
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

/** Records that a mail server refused a mail to an accounting address for good. The address gets no more mails. */
export async function noteRefusedCopy(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { copyId }: Pick<Mail, 'copyId'>,
): Promise<void> {
  if (copyId === null) return
  await store.save(set('copies', { id: copyId }, { refusedAt: clock() }))
}
