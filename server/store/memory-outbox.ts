import { byDeliveryOrder } from './delivery-order'
import type { MemoryData } from './memory'
import type { Store } from './store'

type OutboxMethods = Pick<
  Store,
  'takeDueMails' | 'postponeMail' | 'hastenMails' | 'listCapturedMails'
>

/** The memory store's methods for mails. */
export function outboxMethods(data: MemoryData): OutboxMethods {
  return {
    async takeDueMails(now, until, most) {
      const due = data.mails
        .filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now)
        .sort(byDeliveryOrder)
        .slice(0, most)
      for (const mail of due) mail.nextAttemptAt = until
      return structuredClone(due)
    },

    async postponeMail(taken, nextAttemptAt) {
      const mail = data.mails.find(
        (kept) =>
          kept.id === taken.id && kept.nextAttemptAt?.getTime() === taken.nextAttemptAt?.getTime(),
      )
      if (mail) Object.assign(mail, { nextAttemptAt, attempts: mail.attempts + 1 })
    },

    async hastenMails(now, limit) {
      for (const mail of data.mails) {
        const { nextAttemptAt, attempts } = mail
        if (attempts > 0 && nextAttemptAt && nextAttemptAt > limit) mail.nextAttemptAt = now
      }
    },

    async listCapturedMails(most) {
      const captured = data.mails.filter(({ nextAttemptAt }) => nextAttemptAt === null)
      return structuredClone(captured.toReversed().slice(0, most))
    },
  }
}
