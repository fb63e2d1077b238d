import { describe, expect, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { MailFaultError, MailRefusedError } from '../../server/mail/send-mail'
import type { Mail } from '../../server/store/outgoing-mail'
import { StoreUnavailable } from '../../server/store/unavailable'
import { deferred } from '../support/deferred'
import { fail, mailTo, minute, start, until, world } from '../support/outbox'

/** @returns this many mails, to `0@x.test` and so on. */
const mails = (count: number) =>
  Array.from({ length: count }, (_, index) => mailTo(`${index}@x.test`))

test('mails left in the outbox by earlier runs are sent at startup, oldest first', async () => {
  const { add, start: run, attempts, data } = world()
  add(mailTo('second@x.test', { createdAt: new Date(start.getTime() + 1) }), mailTo('first@x.test'))
  run()
  await until(() => expect(data.mails).toEqual([]))
  expect(attempts.map(({ to }) => to)).toEqual(['first@x.test', 'second@x.test'])
})

/** Fails every attempt and moves the clock to each next one. @returns the waits, in ms. */
async function failUntilGivenUp(random: number, changes: Partial<Mail> = {}): Promise<number[]> {
  const { add, start: run, state, data, attempts } = world({ random })
  state.answer = () => fail()
  add(mailTo('ada@x.test', changes))
  const delivery = run()
  for (let count = 1; data.mails.length > 0; count++) {
    await until(() => {
      expect(attempts).toHaveLength(count)
      expect(data.mails[0]?.attempts ?? count).toBe(count)
    })
    state.now = data.mails[0]?.nextAttemptAt ?? state.now
    delivery.wake()
  }
  return attempts.slice(1).map(({ at }, index) => {
    const before = attempts[index]?.at ?? start
    return at.getTime() - before.getTime()
  })
}

test('a failed mail is retried after 10 s, then twice as long each time, up to an hour, for three days', async () => {
  const waits = await failUntilGivenUp(1)
  const seconds = waits.slice(0, 11).map((wait) => wait / 1000)
  expect(seconds).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(3 * 24 * 60 * minute)
})

test('a mail whose link expires is retried until then', async () => {
  const waits = await failUntilGivenUp(1, { expiresAt: new Date(start.getTime() + 60 * minute) })
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(60 * minute)
})

test('a mail server that refuses us for good is an error in the log at once, and the mail is retried', async () => {
  const { add, start: run, state, data, logged } = world()
  state.answer = async () => {
    throw new MailFaultError('504 5.5.2 Helo command rejected')
  }
  add(mailTo('ada@x.test'))
  run()
  await until(() => expect(logged).toHaveLength(1))
  expect(logged[0]).toMatchObject({ level: 'error' })
  expect(data.mails).toHaveLength(1)
})

describe('a mail that is given up', () => {
  test('is given up at once if its address is refused for good', async () => {
    const { add, start: run, state, data, attempts, logged } = world()
    state.answer = async () => {
      throw new MailRefusedError('550 no such user')
    }
    const mail = mailTo('gone@x.test')
    add(mail)
    run()
    await until(() => expect(data.mails).toEqual([]))
    expect(attempts).toHaveLength(1)
    expect(logged[0]).toMatchObject({ level: 'error' })
    for (const part of [mail.id, '550 no such user']) expect(logged[0]?.text).toContain(part)
  })
})

describe('with many mails', () => {
  test('a slow one holds up none of the others', async () => {
    const { add, start: run, state, data, attempts } = world()
    const held = deferred()
    state.answer = async ({ to }) => {
      if (to === 'slow@x.test') await held.promise
    }
    add(mailTo('slow@x.test'), ...mails(30))
    run()
    await until(() => expect(data.mails.map(({ to }) => to)).toEqual(['slow@x.test']))
    held.resolve()
    await until(() => expect(data.mails).toEqual([]))
    expect(attempts).toHaveLength(31)
  })

  test('at most five are in flight', async () => {
    const { add, start: run, state, data, attempts } = world()
    let most = 0
    let now = 0
    state.answer = async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
    }
    add(...mails(30))
    const delivery = run()
    for (let time = 0; time < 9; time += 1) delivery.wake()
    await until(() => expect(data.mails).toEqual([]))
    expect(most).toBe(5)
    expect(attempts).toHaveLength(30)
  })
})

test('two servers on one store send each mail once', async () => {
  const shared = world()
  shared.state.answer = () => new Promise((resolve) => setTimeout(resolve, 1))
  shared.add(...mails(40))
  shared.start()
  shared.start()
  await until(() => expect(shared.data.mails).toEqual([]))
  expect(new Set(shared.attempts.map(({ to }) => to)).size).toBe(40)
  expect(shared.attempts).toHaveLength(40)
})

describe('when the database fails', () => {
  test('delivery resumes once it answers again, and the outage is logged once', async () => {
    let failures = 3
    const wrap = (store: Store): Store => ({
      ...store,
      takeDueMails: (...call) =>
        failures-- > 0 ? fail('no database') : store.takeDueMails(...call),
    })
    const { add, start: run, data, logged } = world({ pollInterval: 1, wrap })
    add(mailTo('ada@x.test'))
    run()
    await until(() => expect(data.mails).toEqual([]))
    await until(() => expect(logged.map(({ level }) => level)).toEqual(['error', 'info']))
  })

  test('a sent mail is not sent again because its deletion failed', async () => {
    let failures = 1
    const wrap = (store: Store): Store => ({
      ...store,
      change: (...given) =>
        failures-- > 0
          ? Promise.reject(new StoreUnavailable('no database'))
          : store.change(...given),
    })
    const { add, start: run, data, attempts, logged, pass } = world({ wrap })
    add(mailTo('ada@x.test'))
    const delivery = run()
    await until(() => expect(logged.map(({ level }) => level)).toContain('error'))
    pass(3 * minute)
    delivery.wake()
    await until(() => expect(data.mails).toEqual([]))
    expect(attempts).toHaveLength(1)
  })
})

test('stopping waits for the mail being sent and leaves the rest in the outbox', async () => {
  const { add, start: run, state, data, attempts } = world()
  const held = deferred()
  state.answer = () => held.promise
  const given = mails(8)
  add(...given)
  const delivery = run()
  await until(() => expect(attempts).toHaveLength(5))
  let stopped = false
  const ended = delivery.stop().then(() => {
    stopped = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(stopped).toBe(false)
  held.resolve()
  await ended
  expect(attempts).toHaveLength(5)
  const tried = attempts.map(({ to }) => to)
  const left = given.map(({ to }) => to).filter((to) => !tried.includes(to))
  expect(data.mails.map(({ to }) => to)).toEqual(left)
})
