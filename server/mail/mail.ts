/** What a mail says, in both of its parts. */
export interface MailContent {
  subject: string
  /** Each link stands on a line of its own. */
  text: string
  /** A whole document; everything users typed is escaped in it. */
  html: string
}

/** A mail in the outbox: written together with what causes it, delivered from there. */
export interface Mail extends MailContent {
  id: string
  /** One address. */
  to: string
  createdAt: Date
  /** When to try next; null for a captured mail, which is only there to be read. */
  nextAttemptAt: Date | null
  /** Failed attempts so far. */
  attempts: number
}

/** How mails leave the outbox (D34). */
export interface MailDelivery {
  /** True for the mailbox: mails stay where they are, to be read at /dev/mailbox. */
  captures: boolean
  /** Says that the outbox has something new. */
  wake: () => void
}
