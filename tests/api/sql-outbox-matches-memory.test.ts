import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveReset } from '../../server/auth/password-reset'
import type { Organisation, User } from '../../server/people/tables'
import { add, remove } from '../../server/store/change'
import type { Mail } from '../../server/store/outgoing-mail'
import { memoryAndSql, storeForTests } from '../support/every-store'
import {
  createdAt,
  found,
  founding,
  invitationTo,
  mailTo,
  resetOf,
  secondsLater,
} from './sql-store-examples'

describe.each(memoryAndSql)('the outbox of a store in %s', (_, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  const captive = (to: string) => mailTo(to, { nextAttemptAt: null })

  beforeAll(async () => {
    ;[organisation, admin] = founding('acme', 'admin@acme.test')
    await found(store, organisation, admin)
  })

  beforeEach(async () => {
    for (const { id } of await store.listCapturedMails(1000))
      await store.save(remove('mails', { id }))
    for (const { id } of await store.takeDueMails(secondsLater(1e6), createdAt, 1000)) {
      await store.save(remove('mails', { id }))
    }
  })

  test('the outbox returns due mails, oldest first and up to a limit, and leases them', async () => {
    const mails = [3, 1, 2].map((seconds) =>
      mailTo(`${seconds}`, { createdAt: secondsLater(seconds) }),
    )
    const later = mailTo('later', { nextAttemptAt: secondsLater(10) })
    await store.save(add('invitations', invitationTo(organisation, 'mails@acme.test')))
    await store.save(add('mails', ...mails, later, captive('captured')))
    const until = secondsLater(20)
    const take = async (now: Date, most: number) =>
      (await store.takeDueMails(now, until, most)).map(({ to }) => to)
    const [first, second] = await store.takeDueMails(createdAt, until, 2)
    expect(first).toEqual({ ...mails[1], nextAttemptAt: until })
    expect(second).toEqual({ ...mails[2], nextAttemptAt: until })
    expect(await take(createdAt, 100)).toEqual(['3'])
    expect(await take(secondsLater(10), 100)).toEqual(['later'])
    expect(await take(secondsLater(19), 100)).toEqual([])
    expect(await take(until, 100)).toEqual(['later', '1', '2', '3'])
  })

  test('the outbox returns resets and notices before invitations, and interleaves organisations', async () => {
    const invitations = (name: string, count: number, from: number) =>
      Array.from({ length: count }, (_, index) =>
        mailTo(`${name} ${index}`, {
          createdAt: secondsLater(from),
          turnAt: secondsLater(from + index),
        }),
      )
    const reset = mailTo('reset', { createdAt: secondsLater(60) })
    await store.save(add('invitations', invitationTo(organisation, 'turns@acme.test')))
    await store.save(
      add('mails', ...invitations('many', 500, 0), ...invitations('few', 2, 1.5), reset),
    )
    const taken = await store.takeDueMails(secondsLater(60), secondsLater(90), 7)
    const expected = ['reset', 'many 0', 'many 1', 'few 0', 'many 2', 'few 1', 'many 3']
    expect(taken.map(({ to }) => to)).toEqual(expected)
  })

  test('the outbox counts a mail’s failed attempts, and deletes it', async () => {
    const mail = mailTo('failing')
    await saveReset(store, resetOf(admin), mail)
    await store.postponeMail(mail, secondsLater(5))
    await store.postponeMail({ ...mail, nextAttemptAt: secondsLater(5) }, secondsLater(10))
    // The server that took it before is too late.
    await store.postponeMail(mail, secondsLater(1))
    expect(await store.takeDueMails(secondsLater(9), secondsLater(20), 1)).toEqual([])
    const [taken] = await store.takeDueMails(secondsLater(10), secondsLater(20), 1)
    expect(taken).toEqual({ ...mail, attempts: 2, nextAttemptAt: secondsLater(20) })
    await store.save(remove('mails', { id: mail.id }))
    expect(await store.takeDueMails(secondsLater(20), secondsLater(30), 1)).toEqual([])
  })

  test('the outbox hastens mails that failed and wait for long, but none in delivery', async () => {
    const names = ['failed', 'due-soon', 'new', 'tried-again']
    const mails = names.map((name) => mailTo(name))
    for (const mail of mails) await saveReset(store, resetOf(admin), mail)
    const [failed, dueSoon, , again] = mails as [Mail, Mail, Mail, Mail]
    await store.postponeMail(failed, secondsLater(900))
    await store.postponeMail(dueSoon, secondsLater(200))
    await store.postponeMail(again, secondsLater(100))
    await saveReset(store, resetOf(admin), captive('captured'))
    // Two servers take due mails: the new one, and the retried one.
    await store.takeDueMails(secondsLater(100), secondsLater(220), 9)
    await store.hastenMails(secondsLater(110), secondsLater(350))
    const due = await store.takeDueMails(secondsLater(110), secondsLater(230), 9)
    expect(due.map(({ to, attempts }) => [to, attempts])).toEqual([['failed', 1]])
  })
})
