import type { Mail, MailContent } from './entities'

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
