import type { Row } from './change'

/** The contents of a mail, in both of its parts. */
export interface MailContent {
  subject: string
  /** Each link is on a line of its own. */
  text: string
  /** A whole document; user input is escaped. */
  html: string
  /** When its link expires; absent: later than delivery is attempted, or never. */
  expiresAt?: Date | null
  files?: readonly Attachment[] | null
  reportId?: string | null
  /** The address of one-click unsubscription (RFC 8058). */
  unsubscribe?: string | null
  /** The accounting address that the mail is for. */
  copyId?: string | null
  /** The ids of tax documents and receipts whose PDFs are attached when the mail is delivered. */
  papers?: readonly string[] | null
}

export interface Attachment {
  /** 'receipts.csv'. */
  name: string
  /** 'text/csv'. */
  type: string
  text: string
  /** The encoding of `text`, if the file isn't text. */
  encoding?: 'base64'
}

/** A mail in the outbox: written in the same step as its cause, and delivered from there. */
export type Mail = Row<'mails'>

/** The limit of a mailbox's notices (D95). */
export interface MailboxLimit {
  /** A hash of the mailbox's address without its sub-address. */
  key: string
  /** The number of notices that go out on one day (UTC). */
  most: number
  /** The mail that replaces the first notice beyond the limit. Further ones are dropped. */
  instead: MailContent
}

/** A mail that counts against its mailbox's limit, and is dropped beyond it. */
export type Notice = Mail & { mailbox: MailboxLimit }

export type OutgoingMail = Mail | Notice

/** Separates mails that always go out from notices. */
export function separateNotices(mails: readonly OutgoingMail[]): {
  always: Mail[]
  notices: Notice[]
} {
  const isNotice = (mail: OutgoingMail): mail is Notice => 'mailbox' in mail
  return {
    always: mails.filter((mail) => !isNotice(mail)),
    notices: mails.filter(isNotice),
  }
}
