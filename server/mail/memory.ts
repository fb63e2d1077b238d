import type { OutboxStore } from '../api/store'
import { dayOf } from '../lib/time'
import type { Rows } from '../store/memory-change'
import { type OutgoingMail, separateNotices } from '../store/outgoing-mail'
import { byDeliveryOrder } from './outbox'

/** The memory store's mails. */
export type MailData = Pick<Rows, 'mails'> & {
  noticeCounts: Record<string, { day: Date; count: number }>
}

const keyOf = (mailbox: string, day: Date) => `${mailbox} ${day.toISOString()}`

/** Saves a change's mails: notices as far as their mailboxes' limits allow (D95). */
export function saveMails(data: MailData, mails: readonly OutgoingMail[]): void {
  const { always, notices } = separateNotices(mails)
  const counts = { ...data.noticeCounts }
  const outgoing = notices.flatMap(({ mailbox: { key, most, instead }, ...mail }) => {
    const day = dayOf(mail.createdAt).from
    const ofDay = keyOf(key, day)
    const count = (counts[ofDay]?.count ?? 0) + 1
    counts[ofDay] = { day, count }
    if (count > most + 1) return []
    return count > most ? { ...mail, ...instead } : mail
  })
  data.noticeCounts = counts
  data.mails = [...data.mails, ...structuredClone([...always, ...outgoing])]
}

/** The memory store's methods for mails. */
export function outboxMethods(data: MailData): OutboxStore {
  return {
    async takeDueMails(now, until, most) {
      const due = data.mails
        .filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now)
        .sort(byDeliveryOrder)
        .slice(0, most)
      const taken = new Map(due.map((mail) => [mail, { ...mail, nextAttemptAt: until }]))
      if (due.length > 0) data.mails = data.mails.map((mail) => taken.get(mail) ?? mail)
      return structuredClone([...taken.values()])
    },

    async postponeMail(taken, nextAttemptAt) {
      data.mails = data.mails.map((mail) =>
        mail.id === taken.id && mail.nextAttemptAt?.getTime() === taken.nextAttemptAt?.getTime()
          ? { ...mail, nextAttemptAt, attempts: mail.attempts + 1 }
          : mail,
      )
    },

    async hastenMails(now, limit) {
      data.mails = data.mails.map((mail) => {
        const { nextAttemptAt, attempts } = mail
        const isLate = attempts > 0 && nextAttemptAt && nextAttemptAt > limit
        return isLate ? { ...mail, nextAttemptAt: now } : mail
      })
    },

    async listCapturedMails(most) {
      const captured = data.mails.filter(({ nextAttemptAt }) => nextAttemptAt === null)
      return structuredClone(captured.toReversed().slice(0, most))
    },

    async countNotices(mailbox, day) {
      return data.noticeCounts[keyOf(mailbox, day)]?.count ?? 0
    },

    async removeNoticeCounts(until, most) {
      const outdated = Object.entries(data.noticeCounts)
        .filter(([, { day }]) => day <= until)
        .slice(0, most)
      const counts = { ...data.noticeCounts }
      for (const [key] of outdated) delete counts[key]
      data.noticeCounts = counts
      return outdated.length
    },
  }
}
