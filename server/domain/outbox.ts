import type { Services } from '../services'
import type { Mail, MailContent } from '../store/entities'

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
