import { describe, expect, test } from 'vitest'
import { MailDeferredError } from '../../server/mail/send-mail'
import type { Mail } from '../../server/store/outgoing-mail'
import { fail, mailTo, minute, until, world } from '../support/outbox'

const isDue = ({ nextAttemptAt }: Mail, now: Date) => Number(nextAttemptAt) <= Number(now)

/** Waits until no mail is due any more. */
const untilAllWait = ({ data, state }: ReturnType<typeof world>) =>
  until(() => expect(data.mails.filter((mail) => isDue(mail, state.now))).toEqual([]))

describe('mails that failed while the mail server was down', () => {
  /** Fails mails until they wait for longer than four minutes. */
  async function failFor(minutes: number, answer: (mail: Mail) => Promise<void>) {
    const mails = world()
    const { add, start: run, state, data, attempts, pass } = mails
    state.answer = answer
    add(...['one', 'two', 'three'].map((name) => mailTo(`${name}@x.test`)))
    const delivery = run()
    for (let count = 3; ; count += 3) {
      await until(() => expect(attempts).toHaveLength(count))
      await until(() => expect(data.mails.every((mail) => mail.attempts === count / 3)).toBe(true))
      const [next] = data.mails
      const wait = Number(next?.nextAttemptAt) - Number(state.now)
      if (wait > minutes * minute) return { ...mails, delivery }
      pass(wait)
      delivery.wake()
    }
  }

  test('are retried at once when another one gets through', async () => {
    const { add, state, data, attempts, delivery } = await failFor(15, () => fail())
    const before = attempts.length
    state.answer = async () => {}
    add(mailTo('new@x.test', { createdAt: state.now, nextAttemptAt: state.now }))
    delivery.wake()
    await until(() => expect(data.mails).toEqual([]))
    const now = attempts.slice(before).map(({ to }) => to)
    expect(now[0]).toBe('new@x.test')
    expect(now.toSorted()).toEqual(['new@x.test', 'one@x.test', 'three@x.test', 'two@x.test'])
  })

  test('are retried early at most once a minute', async () => {
    const away = await failFor(15, () => fail())
    const { add, state, data, attempts, delivery, pass } = away
    const isNew = ({ to }: Mail) => to.startsWith('new')
    state.answer = async (mail) => (isNew(mail) ? undefined : fail())
    const tried = async (name: string) => {
      const before = attempts.length
      add(mailTo(name, { createdAt: state.now, nextAttemptAt: state.now }))
      delivery.wake()
      await until(() => expect(data.mails.filter(isNew)).toEqual([]))
      await untilAllWait(away)
      return attempts.length - before
    }
    expect(await tried('new1@x.test')).toBe(4)
    expect(await tried('new2@x.test')).toBe(1)
    pass(minute)
    expect(await tried('new3@x.test')).toBe(4)
  })

  test('keep their own schedule if only their recipients were refused for now', async () => {
    const greylisted = async (mail: Mail) => {
      if (!mail.to.startsWith('new')) throw new MailDeferredError('451 come back later')
    }
    const away = await failFor(15, greylisted)
    const { add, state, data, attempts, delivery, pass } = away
    // The first success after the start, when nobody knows yet.
    for (const name of ['new1@x.test', 'new2@x.test']) {
      add(mailTo(name, { createdAt: state.now, nextAttemptAt: state.now }))
      delivery.wake()
      await until(() => expect(data.mails).toHaveLength(3))
      await untilAllWait(away)
      pass(minute)
    }
    expect(attempts.slice(-1)).toMatchObject([{ to: 'new2@x.test' }])
  })
})
