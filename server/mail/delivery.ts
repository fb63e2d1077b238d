import type { Log } from '../log'
import type { Mail } from '../store/entities'
import type { Store } from '../store/store'
import type { MailDelivery } from './mail'
import { MailRefusedError, type SendMail } from './send-mail'

const second = 1_000
const hour = 60 * 60 * second

/** How long a taken mail is this server's, in ms: longer than `send` may take. */
const lease = 120 * second
const firstDelay = 10 * second
const longestDelay = 1 * hour
/** How long delivery is tried, in ms from when the mail was written. */
const patience = 24 * hour
/** Mails under way at once, so that 500 invitations don't hold up a password reset for long. */
const simultaneous = 5

export interface MailDeliveryOptions {
  store: Pick<Store, 'takeDueMails' | 'putMailOff' | 'deleteMail'>
  /** Must come to an end within two minutes. */
  send: SendMail
  clock: () => Date
  log: Log
  /** How often to look for mails that nobody woke us for, in ms. */
  pollInterval?: number
  /** From 0 up to 1; spreads the retries of mails that failed together. */
  random?: () => number
}

/** A delivery that runs until it is stopped. */
export interface RunningMailDelivery extends MailDelivery {
  /** Waits for the mails being sent; others stay in the outbox. */
  stop(): Promise<void>
}

/**
 * Delivers what is in the outbox (D34), beside the requests and never within one. It looks when it
 * is woken and every few seconds, so that what other servers or earlier runs left goes out too. A
 * failed mail is tried again after 10 s, twice as long each time up to an hour; 24 hours after it
 * was written it is given up: logged with its reason, and deleted. An address that the mail server
 * refuses for good is given up at once. A mail may arrive twice, with the same Message-ID, when a
 * server dies between sending and noting it; none is lost.
 */
export function startMailDelivery({
  store,
  send,
  clock,
  log,
  pollInterval = 5 * second,
  random = Math.random,
}: MailDeliveryOptions): RunningMailDelivery {
  let stopped = false
  let woken = false
  let endPause = () => {}
  /** Whether the last look at the outbox failed: an outage is logged once. */
  let failing = false
  /** Sent, but the store couldn't be told; they mustn't be sent again. */
  const sent = new Set<string>()

  const ended = run()
  return {
    captures: false,
    wake() {
      woken = true
      endPause()
    },
    async stop() {
      stopped = true
      endPause()
      await ended
    },
  }

  async function run(): Promise<void> {
    while (!stopped) {
      woken = false
      try {
        await deliverDue()
        if (failing) log.info('The outbox can be read again')
        failing = false
      } catch (error) {
        if (!failing) log.error("The outbox can't be read or written", { error: String(error) })
        failing = true
      }
      if (!stopped && !woken) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollInterval)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function deliverDue(): Promise<void> {
    while (!stopped) {
      const now = clock()
      const mails = await store.takeDueMails(now, later(now, lease), simultaneous)
      if (mails.length === 0) return
      const results = await Promise.allSettled(mails.map(deliver))
      const failure = results.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') throw failure.reason
    }
  }

  /** @throws Error of the store only. */
  async function deliver(mail: Mail): Promise<void> {
    try {
      if (!sent.has(mail.id)) await send(mail)
    } catch (error) {
      await putOffOrGiveUp(mail, error)
      return
    }
    sent.add(mail.id)
    await store.deleteMail(mail.id)
    sent.delete(mail.id)
  }

  async function putOffOrGiveUp(mail: Mail, error: unknown): Promise<void> {
    const now = clock()
    const deadline = later(mail.createdAt, patience)
    const details = { to: mail.to, subject: mail.subject, error: reasonOf(error) }
    if (error instanceof MailRefusedError || now >= deadline) {
      log.error('A mail could not be delivered and is given up', details)
      await store.deleteMail(mail.id)
      return
    }
    const next = later(now, delayAfter(mail.attempts, random()))
    const nextAttemptAt = next < deadline ? next : deadline
    log.info('A mail could not be delivered yet', { ...details, nextAttemptAt })
    await store.putMailOff(mail.id, nextAttemptAt)
  }
}

/** @returns ms to wait: half of it fixed, half by chance, so that retries don't come all at once. */
function delayAfter(attempts: number, chance: number): number {
  return Math.min(firstDelay * 2 ** attempts, longestDelay) * (0.5 + chance / 2)
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}

/** A mail server may say back what it was sent: links open doors and stay out of the log. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return reason.replace(/\bhttps?:\/\/\S+/gi, '[link]')
}
