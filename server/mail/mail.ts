/** How mails leave the outbox (D34). */
export interface MailDelivery {
  /** True for the mailbox: mails stay where they are, to be read at /dev/mailbox. */
  captures: boolean
  /** Says that the outbox has something new. */
  wake: () => void
}
