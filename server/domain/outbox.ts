import type { Mail, MailContent } from '../mail/mail'
import type { Services } from '../services'

/** @returns a mail for the outbox, to be kept together with what causes it. */
export function mailTo(services: Services, to: string, content: MailContent): Mail {
  const createdAt = services.clock()
  return {
    ...content,
    id: crypto.randomUUID(),
    to,
    createdAt,
    nextAttemptAt: services.mail.captures ? null : createdAt,
    attempts: 0,
  }
}
