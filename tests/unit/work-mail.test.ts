import { expect, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { MailFaultError, MailRefusedError } from '../../server/mail/send-mail'
import type { Mail } from '../../server/store/outgoing-mail'
import { StoreUnavailable } from '../../server/store/unavailable'
import { founding, invitationTo } from '../api/sql-store-examples'
import { deferred } from '../support/deferred'
import { fail, mailTo, minute, start, until, world } from '../support/outbox'

test('mails left in the outbox by earlier runs are sent at startup, oldest first, except one that may go no more', async () => {
  const { add, start: run, attempts, data, settled } = world()
  add(mailTo('second@x.test', { createdAt: new Date(start.getTime() + 1) }), mailTo('first@x.test'))
  add(mailTo('withdrawn@x.test'))
  const [organisation] = founding('acme', 'admin@acme.test')
  const invitation = invitationTo(organisation, 'first@x.test')
  data.invitations.push({ ...invitation, mailId: data.mails[1]?.id ?? '' })
  run()
  await until(() => expect(data.mails).toEqual([]))
  const sent = [{ mailFailure: null, mailSettledAt: start }]
  expect([data.invitations, data.events]).toMatchObject([sent, []])
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
  add(...Array.from({ length: 8 }, (_, index) => mailTo(`${index}@x.test`)))
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
})

test('a mail that failed while the mail server was down is retried at once when another one gets through', async () => {
  const { add, start: run, data } = world()
  const nextAttemptAt = new Date(start.getTime() + 60 * minute)
  // Another server is trying it.
  const leasedUntil = new Date(start.getTime() + 2 * minute)
  const leased = mailTo('leased@x.test', { attempts: 1, nextAttemptAt: leasedUntil })
  add(mailTo('waiting@x.test', { attempts: 12, nextAttemptAt }), leased, mailTo('new@x.test'))
  run()
  await until(() => expect(data.mails).toEqual([leased]))
})
