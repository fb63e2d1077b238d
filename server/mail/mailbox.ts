import type { MailDelivery } from './mail'

/** Sends nothing: mails stay in the store, to be read at /dev/mailbox (D34). */
export const mailboxDelivery: MailDelivery = { captures: true, wake: () => {} }
