import type { Row } from './change'

/** The contents of a mail, in both of its parts. */
export interface MailContent {
  subject: string
  /** Each link is on a line of its own. */
  text: string
  /** A whole document; user input is escaped. */
  html: string
  files?: readonly Attachment[] | null
  reportId?: string | null
  /** The address that ends such mails. */
  unsubscribe?: string | null
  /** Of a mail to an accounting address. */
  copyId?: string | null
}

/** A file in text form. */
export interface Attachment {
  /** 'receipts.csv'. */
  name: string
  /** 'text/csv'. */
  type: string
  text: string
}

/** A mail in the outbox: written in the same step as its cause, and delivered from there. */
export type Mail = Row<'mails'>

/** How many notices a mailbox gets (D95). */
export interface MailboxLimit {
  /** A hash of its key: the same for all of its sub-addresses. */
  key: string
  /** How many go out on one day (UTC). */
  most: number
  /** Stands in for the first one beyond; further ones are dropped. */
  instead: MailContent
}

/** A mail that counts for its mailbox, and may not go out. */
export type Notice = Mail & { mailbox: MailboxLimit }

/** A mail as a change gives it. */
export type OutgoingMail = Mail | Notice

/** @returns a change's mails that always go out, and its notices. */
export function sorted(mails: readonly OutgoingMail[]): { always: Mail[]; notices: Notice[] } {
  const isNotice = (mail: OutgoingMail): mail is Notice => 'mailbox' in mail
  return {
    always: mails.filter((mail) => !isNotice(mail)),
    notices: mails.filter(isNotice),
  }
}
