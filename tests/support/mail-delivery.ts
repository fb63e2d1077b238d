import { onTestFinished, vi } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import type { Log } from '../../server/lib/log'
import { createMailJob } from '../../server/mail/job'
import { createSmtpSender, type SmtpOptions } from '../../server/mail/smtp'
import { add } from '../../server/store/change'
import type { Mail, MailContent } from '../../server/store/outgoing-mail'
import { invitationMail } from '../../server/team/mails'
import { createWorker } from '../../server/work/worker'
import { mailTo } from '../api/sql-store-examples'
import { startMailServer, type TestMailServerOptions } from './mail-server'

const start = new Date('2026-11-02T08:00:00.000Z')
export const from = 'Orglens <mail@orglens.test>'

export const until = (assertion: () => void) =>
  vi.waitFor(assertion, { interval: 5, timeout: 30_000 })

/** A mail server that stops with the test. */
export async function mailServer(options?: TestMailServerOptions) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  return server
}

export function mailOf(to: string, content: Partial<MailContent> = {}): Mail {
  const invitation = invitationMail({
    productName: 'Orglens',
    organisationName: 'Ørsted & Søn',
    invitedBy: '李 小龍',
    link: 'https://app.example/invite/t0ken?a=1&b=2',
    expiresInDays: 7,
  })
  return mailTo(to, { ...invitation, ...content, createdAt: start, nextAttemptAt: start })
}

/** A store in memory with mails in its outbox. @returns the mails that are left in it, too. */
export async function outbox(...mails: Mail[]): Promise<{ store: Store; left: () => string[] }> {
  const data = emptyMemoryData()
  const store = createMemoryStore(data)
  await store.save(add('mails', ...mails))
  return { store, left: () => data.mails.map(({ to }) => to) }
}

/** A server's delivery of a store's mails; time and when it looks are in the test's hands. */
export function deliver(store: Store, url: string, options: Partial<SmtpOptions> = {}) {
  const state = { now: start }
  const logged: string[] = []
  const note: Log['info'] = (...what) => logged.push(JSON.stringify(what))
  const log: Log = { info: note, error: note }
  const send = createSmtpSender({ url, from, requireTls: false, ...options })
  const clock = () => state.now
  const delivery = createWorker({
    jobs: [createMailJob({ store, send, clock, log, random: () => 1 })],
    log,
    // Only when woken, so that the test decides when.
    pollInterval: 2 ** 30,
  })
  delivery.start()
  onTestFinished(() => delivery.stop())
  return {
    logged,
    stop: delivery.stop,
    /** Moves the clock on, and has the outbox looked at. */
    pass(milliseconds: number) {
      state.now = new Date(state.now.getTime() + milliseconds)
      delivery.wake()
    },
  }
}
