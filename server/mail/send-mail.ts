import type { Mail } from '../store/outgoing-mail'

/**
 * Hands one mail to a mail server.
 * @throws MailRefusedError when the recipient is refused for good; MailDeferredError when only this
 *   recipient is refused for now; MailFaultError when the mail server refuses us for good; another Error when trying again may help.
 */
export type SendMail = (mail: Mail) => Promise<void>

/** The mail server refuses this address for good; the message has its reason. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/** The mail server doesn't take mail for this address now, and may take others' meanwhile. */
export class MailDeferredError extends Error {
  override readonly name = 'MailDeferredError'
}

/** The mail server refuses us for good, whoever the recipient is. The operator must mend that. */
export class MailFaultError extends Error {
  override readonly name = 'MailFaultError'
}
