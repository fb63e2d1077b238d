import { onTestFinished, vi } from 'vitest'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import type { Log } from '../../server/log'
import { createMailJob } from '../../server/mail/job'
import { createSmtpSender, type SmtpOptions } from '../../server/mail/smtp'
import type { Mail, MailContent } from '../../server/store/outgoing-mail'
import { invitationMail } from '../../server/team/mails'
import { createWorker } from '../../server/work/worker'
import { founding, invitationTo, mailTo } from '../api/sql-store-examples'
import { startMailServer, type TestMailServerOptions } from './mail-server'
import { type TestStore, testStore } from './test-store'

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

/** Saves mails in a store as the API does: together with their cause. */
export async function put(store: TestStore, ...mails: Mail[]): Promise<void> {
  const slug = `acme-${crypto.randomUUID()}`
  const [organisation, admin] = founding(slug, `${slug}@example.com`)
  await store.createOrganisation(organisation, admin)
  const invitations = mails.map(({ to }) => invitationTo(organisation, to))
  await store.saveInvitations(invitations, mails)
}

/** A store in memory with mails in its outbox. @returns the mails that are left in it, too. */
export async function outbox(
  ...mails: Mail[]
): Promise<{ store: TestStore; left: () => string[] }> {
  const data = emptyMemoryData()
  const store = testStore(createMemoryStore(data))
  await put(store, ...mails)
  return { store, left: () => data.mails.map(({ to }) => to) }
}

/** A server's delivery of a store's mails; time and when it looks are in the test's hands. */
export function deliver(store: TestStore, url: string, options: Partial<SmtpOptions> = {}) {
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
