import type { OutboxStore } from '../api/store'
import type { Log } from '../lib/log'
import { day, later, minute } from '../lib/time'
import type { ChangeStore } from '../store/change'
import type { Mail } from '../store/outgoing-mail'
import { backoff, createJob, type Job } from '../work/job'
import { sanitizedErrorMessage } from '../work/sanitized-error-message'
import { settleMail } from './outbox'
import { MailDeferredError, MailFaultError, MailRefusedError, type SendMail } from './send-mail'

/** How long delivery is attempted at most, from when the mail was written. */
const timeout = 3 * day
const lease = 2 * minute
/** The minimum interval between early retries of waiting mails. */
const hasteInterval = minute

export interface MailJobOptions {
  store: OutboxStore & ChangeStore
  /** Must end within two minutes. */
  send: SendMail
  clock: () => Date
  log: Log
  /** From 0 up to 1: the jitter between retries. */
  random?: () => number
  /** @returns whether a mail may still go out. Otherwise it is deleted. */
  mayGo?: (mail: Mail) => Promise<boolean>
  /**
   * Is called when a mail was delivered or given up.
   * @param failure why it was given up; null: it was delivered.
   * @param isRefused whether the mail server refused it for good.
   */
  settled?: (mail: Mail, failure: string | null, isRefused: boolean) => Promise<void>
}

/**
 * Delivers the outbox (D34): resets and notices first, then the organisations' invitations
 * in turn. A failed mail is retried with growing pauses, and early once another one gets through. When its link
 * expires, or after three days, it is given up: logged with its reason, and deleted. An address that the mail server
 * refuses for good is given up at once. A mail may arrive twice, with the same Message-ID, when a server
 * dies between sending and recording it; none is lost.
 */
export function createMailJob({
  store,
  send,
  clock,
  log,
  random = Math.random,
  mayGo = async () => true,
  settled = async () => {},
}: MailJobOptions): Job {
  /** Mails that were sent while the store was unreachable: they mustn't be sent again. */
  const sent = new Set<string>()
  /** Whether mails may be waiting that failed only because the mail server was down. */
  let othersMayWait = true
  let hastenedAt = -Infinity

  /** Retries waiting mails early, because another one got through. */
  async function hastenOthers(): Promise<void> {
    const now = clock()
    if (!othersMayWait || now.getTime() - hastenedAt < hasteInterval) return
    othersMayWait = false
    hastenedAt = now.getTime()
    // Mails that a server is trying are due again within a lease, and those due soon can wait.
    await store.hastenMails(now, later(now, 2 * lease))
  }

  return createJob<Mail, void>({
    ...commonParts({ store, clock }),

    async attempt(mail) {
      if (sent.has(mail.id) || !(await mayGo(mail))) return
      await send(mail)
      sent.add(mail.id)
    },

    async succeeded(mail) {
      await settleMail(store, mail, clock(), null)
      if (sent.delete(mail.id)) await settled(mail, null, false)
      // If this mail failed on another server before, other mails may have failed there, too.
      othersMayWait ||= mail.attempts > 0
      await hastenOthers()
    },

    async failed(mail, error) {
      const now = clock()
      const isRefused = error instanceof MailRefusedError
      const isOfRecipient = isRefused || error instanceof MailDeferredError
      othersMayWait ||= !isOfRecipient
      const latest = later(mail.createdAt, timeout)
      const deadline = mail.expiresAt && mail.expiresAt < latest ? mail.expiresAt : latest
      const failure = sanitizedErrorMessage(error)
      const details = { mailId: mail.id, error: failure }
      if (isRefused || now >= deadline) {
        log.error('A mail could not be delivered and is given up', details)
        await settleMail(store, mail, now, failure)
        return await settled(mail, failure, isRefused)
      }
      const next = later(now, backoff(mail.attempts, random()))
      const nextAttemptAt = next < deadline ? next : deadline
      const level = error instanceof MailFaultError ? 'error' : 'info'
      log[level]('A mail could not be delivered yet', { ...details, nextAttemptAt })
      await store.postponeMail(mail, nextAttemptAt)
    },
  })
}

/** Moves mails that a command wrote to the mailbox. */
export function createMailboxJob(options: Outbox): Job {
  const keep = (mail: Mail) => options.store.postponeMail(mail, null)
  return createJob<Mail, void>({
    ...commonParts(options),
    attempt: async () => {},
    succeeded: keep,
    failed: keep,
  })
}

type Outbox = Pick<MailJobOptions, 'store' | 'clock'>

/** The parts that both jobs share. */
const commonParts = ({ store, clock }: Outbox) => ({
  name: 'mail',
  concurrency: 5,
  lease,
  clock,
  take: (now: Date, until: Date, most: number) => store.takeDueMails(now, until, most),
  release: (mail: Mail) => store.postponeMail(mail, clock()),
})
