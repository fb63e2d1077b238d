import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Organisation, User } from '../../server/people/tables'
import { add, remove } from '../../server/store/change'
import { memoryAndSql, storeForTests } from '../support/every-store'
import {
  createdAt,
  found,
  founding,
  invitationTo,
  mailTo,
  secondsLater,
} from './sql-store-examples'

describe.each(memoryAndSql)('the outbox of a store in %s', (_, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User

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
})
