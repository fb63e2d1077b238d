import { expect, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { MailDeferredError, MailFaultError, MailRefusedError } from '../../server/mail/send-mail'
import type { Mail } from '../../server/store/outgoing-mail'
import { StoreUnavailable } from '../../server/store/unavailable'
import { founding, invitationTo } from '../api/sql-store-examples'
import { deferred } from '../support/deferred'
import { fail, mailTo, minute, start, until, world } from '../support/outbox'

const mails = (count: number) =>
  Array.from({ length: count }, (_, index) => mailTo(`${index}@x.test`))

test('mails left in the outbox by earlier runs are sent at startup, oldest first, except one that may go no more', async () => {
  const { add, start: run, attempts, data, settled } = world()
  add(mailTo('second@x.test', { createdAt: new Date(start.getTime() + 1) }), mailTo('first@x.test'))
  add(mailTo('withdrawn@x.test'))
  run()
  await until(() => expect(data.mails).toEqual([]))
  expect(attempts.map(({ to }) => to)).toEqual(['first@x.test', 'second@x.test'])
  expect(settled.toSorted()).toEqual(['first@x.test delivered', 'second@x.test delivered'])
})

/** Fails every attempt and moves the clock to each next one. @returns the waits, in minutes. */
async function failUntilGivenUp(changes: Partial<Mail> = {}): Promise<number[]> {
  const { add, start: run, state, data, attempts } = world()
  state.answer = () => fail()
  add(mailTo('ada@x.test', changes))
  const delivery = run()
  const waits: number[] = []
  for (let count = 1; data.mails.length > 0; count++) {
    await until(() => {
      expect(attempts).toHaveLength(count)
      expect(data.mails[0]?.attempts ?? count).toBe(count)
    })
    const next = data.mails[0]?.nextAttemptAt ?? state.now
    if (data.mails.length > 0) waits.push((next.getTime() - state.now.getTime()) / minute)
    state.now = next
    delivery.wake()
  }
  return waits
}

test('a failed mail is retried ever later, up to an hour, for three days, or until its link expires', async () => {
  const waits = await failUntilGivenUp()
  const seconds = waits.slice(0, 11).map((wait) => Math.round(wait * 60))
  expect(seconds).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeCloseTo(3 * 24 * 60)
  const fewer = await failUntilGivenUp({ expiresAt: new Date(start.getTime() + 60 * minute) })
  expect(fewer.reduce((sum, wait) => sum + wait, 0)).toBeCloseTo(60)
})

test.each([
  ['goes if its address is refused', new MailRefusedError('550 no such user'), 0],
  ['stays if the mail server refuses us', new MailFaultError('504 Helo command rejected'), 1],
])('after a refusal for good, which is an error in the log, a mail %s', async (...row) => {
  const [_how, refusal, left] = row
  const { add, start: run, state, data, logged, settled } = world()
  state.answer = () => Promise.reject(refusal)
  const mail = mailTo('gone@x.test')
  add(mail)
  run()
  await until(() => expect(logged).toHaveLength(1))
  expect(logged[0]).toMatchObject({ level: 'error' })
  expect(logged[0]?.text).toContain(refusal.message)
  if (left === 0) expect(logged[0]?.text).toContain(mail.id)
  await until(() => expect(data.mails).toHaveLength(left))
  await until(() => expect(settled).toEqual(left === 0 ? ['gone@x.test refused'] : []))
})

test('an invitation that can’t be delivered says so, to its admins and to the operator', async () => {
  const { add, start: run, state, data } = world()
  const failure = '550 no such user'
  state.answer = () => Promise.reject(new MailRefusedError(failure))
  const [organisation] = founding('acme', 'admin@acme.test')
  const mail = mailTo('guest@x.test')
  data.invitations.push({ ...invitationTo(organisation, mail.to), mailId: mail.id })
  add(mail)
  run()
  await until(() => expect(data.mails).toEqual([]))
  const reason = expect.stringContaining(failure)
  expect(data.invitations).toMatchObject([{ mailFailure: reason, mailSettledAt: start }])
  expect(data.events).toMatchObject([
    { action: 'mail-failed', audience: 'operator', subject: mail.to, errorMessage: reason },
  ])
})

test('a slow mail holds up none of the others, of which five are in flight at most', async () => {
  const { add, start: run, state, data, attempts } = world()
  const held = deferred()
  let [now, most] = [0, 0]
  state.answer = async ({ to }) => {
    now += 1
    most = Math.max(most, now)
    await (to === 'slow@x.test' ? held.promise : new Promise((resolve) => setImmediate(resolve)))
    now -= 1
  }
  add(mailTo('slow@x.test'), ...mails(30))
  const delivery = run()
  for (let time = 0; time < 9; time += 1) delivery.wake()
  await until(() => expect(data.mails.map(({ to }) => to)).toEqual(['slow@x.test']))
  held.resolve()
  await until(() => expect(data.mails).toEqual([]))
  expect(most).toBe(5)
  expect(attempts).toHaveLength(31)
})

test('a sent mail is not sent again because its deletion failed', async () => {
  let failures = 1
  const gone = () => Promise.reject(new StoreUnavailable('no database'))
  const wrap = (store: Store): Store => ({
    ...store,
    change: (...given) => (failures-- > 0 ? gone() : store.change(...given)),
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

test('stopping waits for the mails being sent and leaves the rest in the outbox', async () => {
  const { add, start: run, state, data, attempts } = world()
  const held = deferred()
  state.answer = () => held.promise
  add(...mails(8))
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
  expect(data.mails.filter(({ to }) => !tried.includes(to))).toHaveLength(3)
  expect(data.mails).toHaveLength(3)
})

/** Fails three mails until they wait for longer than a quarter of an hour. @returns what sends another, and counts attempts. */
async function failForLong(answer: (mail: Mail) => Promise<void>) {
  const { add, start: run, state, data, attempts, pass } = world()
  state.answer = answer
  add(...['one', 'two', 'three'].map((name) => mailTo(`${name}@x.test`)))
  const delivery = run()
  for (let wait = 0, count = 3; wait <= 15 * minute; count += 3) {
    pass(wait)
    delivery.wake()
    await until(() => expect(attempts).toHaveLength(count))
    await until(() => expect(data.mails.every((mail) => mail.attempts === count / 3)).toBe(true))
    wait = Number(data.mails[0]?.nextAttemptAt) - Number(state.now)
  }
  const isNew = ({ to }: Mail) => to.startsWith('new')
  async function sendNew(number: number) {
    const before = attempts.length
    const times = { createdAt: state.now, nextAttemptAt: state.now }
    add(mailTo(`new${number}@x.test`, times))
    delivery.wake()
    const isDue = ({ nextAttemptAt }: Mail) => Number(nextAttemptAt) <= Number(state.now)
    await until(() => expect(data.mails.filter((mail) => isNew(mail) || isDue(mail))).toEqual([]))
    return attempts.slice(before).map(({ to }) => to)
  }
  return { state, data, sendNew, pass, isNew }
}

test('mails that failed while the mail server was down are retried at once when another one gets through, at most once a minute', async () => {
  const { state, data, sendNew, pass, isNew } = await failForLong(() => fail())
  state.answer = async (mail) => (isNew(mail) ? undefined : fail())
  const [first, ...others] = await sendNew(1)
  expect(first).toBe('new1@x.test')
  expect(others.toSorted()).toEqual(['one@x.test', 'three@x.test', 'two@x.test'])
  expect(await sendNew(2)).toEqual(['new2@x.test'])
  pass(minute)
  state.answer = async () => {}
  expect(await sendNew(3)).toHaveLength(4)
  await until(() => expect(data.mails).toEqual([]))
})

test('mails that failed while the mail server was down keep their own schedule if only their recipients were refused for now', async () => {
  const { sendNew, pass } = await failForLong(async (mail: Mail) => {
    if (!mail.to.startsWith('new')) throw new MailDeferredError('451 come back later')
  })
  // The first success after the start, when nobody knows yet.
  await sendNew(1)
  pass(minute)
  expect(await sendNew(2)).toEqual(['new2@x.test'])
})
