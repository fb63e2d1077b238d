/** How mails leave the outbox (D34). */
export interface MailDelivery {
  /** True for the mailbox: mails stay there, to be read at /dev/mailbox. */
  captures: boolean
  /** Reports a new mail in the outbox. */
  wake: () => void
}
