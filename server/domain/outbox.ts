import type { Services } from '../services'
import type { Mail, MailContent } from '../store/entities'

/**
 * @param turnAt its place behind others that can wait; null for what somebody is waiting for.
 * @returns a mail for the outbox, to be kept together with what causes it.
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
