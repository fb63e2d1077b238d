import { onTestFinished, vi } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import type { Log } from '../../server/lib/log'
import { createMailJob } from '../../server/mail/job'
import type { Mail } from '../../server/store/outgoing-mail'
import { createWorker } from '../../server/work/worker'
import { mailTo as mailExample } from '../api/sql-store-examples'

export const start = new Date('2026-11-02T08:00:00.000Z')
export const minute = 60_000

export function mailTo(to: string, changes: Partial<Mail> = {}): Mail {
  const subject = `For ${to}`
  const text = 'Open this:\n\nhttps://app.example/invite/secret\n'
  return mailExample(to, { subject, text, createdAt: start, nextAttemptAt: start, ...changes })
}

export async function fail(message = 'connect ECONNREFUSED 127.0.0.1:25'): Promise<never> {
  throw new Error(message)
}

export const until = (assertion: () => void) =>
  vi.waitFor(assertion, { interval: 1, timeout: 10_000 })

/** A delivery over a store in memory, whose clock and mail server the test controls. */
export function world({ wrap = (store: Store) => store } = {}) {
  const data = emptyMemoryData()
  const attempts: { to: string; at: Date }[] = []
  const logged: { level: 'info' | 'error'; text: string }[] = []
  const log: Log = {
    info: (...what) => logged.push({ level: 'info', text: JSON.stringify(what) }),
    error: (...what) => logged.push({ level: 'error', text: JSON.stringify(what) }),
  }
  const state = { now: start, answer: async (_mail: Mail): Promise<void> => {} }
  /** What became of mails: 'ada@x.test delivered'. */
  const settled: string[] = []
  const store = wrap(createMemoryStore(data))
  return {
    data,
    attempts,
    logged,
    settled,
    state,
    add: (...mails: Mail[]) => data.mails.push(...mails),
    start() {
      const send = async (mail: Mail) => {
        attempts.push({ to: mail.to, at: state.now })
        await state.answer(mail)
      }
      const clock = () => state.now
      const job = createMailJob({
        ...{ store, send, clock, log, random: () => 1 },
        mayGo: async ({ to }) => !to.startsWith('withdrawn'),
        settled: async ({ to }, failure, isRefused) => {
          const end = isRefused ? 'refused' : 'given up'
          settled.push(`${to} ${failure === null ? 'delivered' : end}`)
        },
      })
      const delivery = createWorker({ jobs: [job], log, pollInterval: 2 ** 30 })
      delivery.start()
      onTestFinished(() => delivery.stop())
      return delivery
    },
    pass(milliseconds: number) {
      state.now = new Date(state.now.getTime() + milliseconds)
    },
  }
}
