import type { Services } from '../services'
import type { Mail, MailContent } from '../store/entities'

/**
 * @param turnAt orders mails that can wait; null for a mail that somebody is waiting for.
 * @returns a mail for the outbox, to be saved together with its cause.
 */
export function mailTo(
  services: Pick<Services, 'clock' | 'mail'>,
  to: string,
  content: MailContent,
  turnAt: Date | null = null,
): Mail {
  const createdAt = services.clock()
  return {
    ...content,
    id: crypto.randomUUID(),
    to,
    createdAt,
    turnAt,
    nextAttemptAt: services.mail.captures ? null : createdAt,
    attempts: 0,
  }
}
