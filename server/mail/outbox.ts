import { countsOf, refuseIfSpent } from '../api/rate-limit'
import type { Services } from '../api/services'
import { dayOf } from '../lib/time'
import { tokenHash } from '../lib/tokens'
import { byOrglens } from '../people/author'
import { emailKey, mailboxOf } from '../people/email'
import { isProven } from '../people/person'
import type { User } from '../people/tables'
import { type ChangeStore, remove, set } from '../store/change'
import { entryOf } from '../store/entry'
import type { Mail, MailContent, OutgoingMail } from '../store/outgoing-mail'
import { writeLetter } from './letter'

/**
 * @param to the recipient's user id, or null without an account, and the address as somebody typed it. The mail goes to the
 *   address's normal form (D96).
 * @param turnAt orders mails that can wait; null for a mail that somebody is waiting for.
 * @returns a mail for the outbox, to be saved together with its cause.
 */
export function mailTo(
  services: Pick<Services, 'clock' | 'mail'>,
  to: { id: string | null; email: string },
  content: MailContent,
  turnAt: Date | null = null,
): Mail {
  const createdAt = services.clock()
  return {
    expiresAt: null,
    files: null,
    reportId: null,
    unsubscribe: null,
    copyId: null,
    papers: null,
    ...content,
    id: crypto.randomUUID(),
    to: emailKey(to.email),
    userId: to.id,
    createdAt,
    turnAt,
    nextAttemptAt: services.mail.captures ? null : createdAt,
    attempts: 0,
  }
}

export type NoticeServices = Pick<Services, 'clock' | 'mail' | 'productName' | 'rateLimits'>

/**
 * Writes a notice, which counts against the limit of its mailbox with all sub-addresses. Beyond a day's limit, one mail says
 * that more happened, and further notices are dropped (D95). Use `vitalMail` for mails that their reader must get.
 * @param to as in `mailTo`, like `turnAt`.
 */
export function noticeFor(
  services: NoticeServices,
  to: { id: string | null; email: string },
  content: MailContent,
  turnAt: Date | null = null,
): OutgoingMail {
  const { productName, rateLimits } = services
  const mail = mailTo(services, to, content, turnAt)
  const [limit] = rateLimits?.mailNotice ?? []
  if (!limit) return mail
  const most = limit.calls
  const key = mailboxHash(to.email)
  const instead = { ...moreNoticesMail(productName, most), papers: null }
  return { ...mail, mailbox: { key, most, instead } }
}

const mailboxHash = (email: string) => tokenHash(mailboxOf(emailKey(email)))

/** @throws HttpError 429 if a mailbox has got a day's notices, so that it would get no other one. */
export async function requirePlaceForNotice(
  { store, clock, rateLimits }: Pick<Services, 'store' | 'clock' | 'rateLimits'>,
  email: string,
): Promise<void> {
  const [limit] = rateLimits?.mailNotice ?? []
  const now = clock()
  const { from, to } = dayOf(now)
  if (!limit || (await store.countNotices(mailboxHash(email), from)) < limit.calls) return
  const why = 'This address got too many emails from us today, so it got no other one.'
  refuseIfSpent(to.getTime() - now.getTime(), why)
}

/**
 * Writes a mail that its reader must get: one that undoes something, or is about the end of the organisation. It always goes out
 * if the address is proven. Otherwise it counts as a notice, because a stranger may have registered with the address.
 * @param to as in `mailTo`, like `turnAt`.
 */
export function vitalMail(
  services: NoticeServices,
  to: Pick<User, 'id' | 'email' | 'isAddressProven' | 'formerEmail'>,
  content: MailContent,
  turnAt: Date | null = null,
): OutgoingMail {
  return isProven(to)
    ? mailTo(services, to, content, turnAt)
    : noticeFor(services, to, content, turnAt)
}

/**
 * Deletes a mail that was delivered or given up: links in it must not outlive their purpose. If it was an invitation, the
 * outcome is saved with that.
 * @param failure why it was given up; null: it was delivered.
 */
export async function settleMail(
  store: ChangeStore,
  { id, to }: Pick<Mail, 'id' | 'to'>,
  at: Date,
  failure: string | null,
): Promise<void> {
  const lock = { row: 'invitations', where: { mailId: id } } as const
  await store.change('settle-mail', lock, null, async (read) => {
    const invitation = await read.one('invitations', { mailId: id })
    const gone = remove('mails', { id })
    const unrecorded = 'is no change for the organisation, or nobody’s'
    if (!invitation) return { answer: undefined, writes: [gone], entries: null, unrecorded }
    const settled = { mailSettledAt: at, mailFailure: failure }
    const writes = [set('invitations', { id: invitation.id }, settled), gone]
    if (failure === null) return { answer: undefined, writes, entries: null, unrecorded }
    const facts = { audience: 'operator', outcome: 'failed', errorMessage: failure } as const
    const entry = { ...facts, subject: to }
    return {
      answer: undefined,
      writes,
      entries: [entryOf(at, invitation.organisationId, byOrglens(), 'mail-failed', entry)],
    }
  })
}

/** Stands in for all further notices of a day to a mailbox. @param most the number of notices that it got. */
function moreNoticesMail(productName: string, most: number): MailContent {
  return writeLetter({
    productName,
    subject: `More happened in ${productName} today than we email about`,
    heading: 'More happened today',
    paragraphs: [
      `This mailbox got ${most} notices from ${productName} today. More happened, and more may: until midnight (UTC) no further notice goes to this mailbox, so that nobody can flood it.`,
      "Your page 'Profile Settings' shows where you are signed in and whether two-factor authentication is on. The page 'Audit Log', which admins have, shows everything that was done in your organisation.",
      "If you don't know why you get so many emails, someone may be using your account, or may want you to overlook one: look at those that you got, and set a new password with 'Forgot password', which logs everyone else out. If you have no account, ignore these emails.",
    ],
    notes: ['You will still get emails that let you set a password, or put your address back.'],
  })
}

/** The order in which mails are delivered: those without a turn first, then by turn. */
export function byDeliveryOrder(one: Mail, other: Mail): number {
  return (
    Number(one.turnAt ?? 0) - Number(other.turnAt ?? 0) ||
    one.createdAt.getTime() - other.createdAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  )
}

/** Counts a mail that asks its reader to confirm an address (D90). @returns whether it may be sent. */
export async function mayAskAddress(services: Services, emailKey: string): Promise<boolean> {
  const { store, clock } = services
  const counts = countsOf(services, 'askAddress', { mailbox: mailboxOf(emailKey) })
  const [wait] = await store.countCalls([counts], clock())
  return wait === 0
}
