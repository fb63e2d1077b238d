import { beforeAll, describe, expect, test } from 'vitest'
import type { Organisation, User } from '../../server/people/tables'
import { add, earliest, noneOf, not, set } from '../../server/store/change'
import type { Entry } from '../../server/store/entry'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding, mailTo, secondsLater } from './sql-store-examples'

describe.each(memoryAndSql)('the store in %s', (_name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User

  beforeAll(async () => {
    ;[organisation, admin] = founding('acme', 'admin@acme.test')
    await found(store, organisation, admin)
  })

  test('keeps entries as given, in order, and shows admins theirs', async () => {
    const entry = (changes: Partial<Entry>) =>
      entryExample({ organisationId: organisation.id, subject: 'told', ...changes })
    const full = entry({
      actorKind: 'user',
      actorId: admin.id,
      actorName: 'Ada',
      actorEmail: 'a@b.c',
      action: 'payment-failed',
      audience: 'operator',
      subjectId: 'somebody',
      details: { plan: 'Growth', amount: 9900, currency: 'USD', fields: ['name'] },
      network: '203.0.113.7',
      subscriptionId: 'sub_1',
      paymentId: 'pay_1',
      origin: 'webhook',
      outcome: 'failed',
      errorMessage: 'The card’s “bank” said: no 🚫',
      once: `once ${organisation.id}`,
    })
    await store.addEntries([full])
    await store.addEntries([entry({ at: secondsLater(1), id: 'f'.repeat(32) })])
    const entries = await store.findHistory(organisation.id, null, 9_999)
    const actions = entries.map(({ action }) => action)
    expect(actions).toEqual(['signed-up', 'payment-failed', 'signed-up'])
    expect(entries[1]).toEqual(full)
    expect(await store.findHistory(organisation.id, full.id, 9)).toHaveLength(1)
    const forAdmins = { organisationId: organisation.id, before: null, action: null, text: null }
    expect((await store.findEntries(forAdmins, 9)).map(({ id }) => id)).toEqual([
      entries[2]?.id,
      entries[0]?.id,
    ])
    // A long log is searched in parts.
    const [oldest, , newest] = entries
    expect(await store.findEntryBefore(organisation.id, null, 1)).toBe(full.id)
    expect(await store.findEntryBefore(organisation.id, full.id, 0)).toBe(oldest?.id)
    expect(await store.findEntries({ ...forAdmins, from: newest?.id ?? '' }, 9)).toHaveLength(1)
  })

  test('sends resets and notices before invitations, which organisations take turns with', async () => {
    const invitations = (name: string, count: number, from: number) =>
      Array.from({ length: count }, (_, index) =>
        mailTo(`${name} ${index}`, {
          createdAt: secondsLater(from),
          turnAt: secondsLater(from + index),
        }),
      )
    const reset = mailTo('reset', { createdAt: secondsLater(60) })
    await store.save(
      add('mails', ...invitations('many', 500, 0), ...invitations('few', 2, 1.5), reset),
    )
    const taken = await store.takeDueMails(secondsLater(60), secondsLater(90), 7)
    const expected = ['reset', 'many 0', 'many 1', 'few 0', 'many 2', 'few 1', 'many 3']
    expect(taken.map(({ to }) => to)).toEqual(expected)
  })

  test('takes what is longest overdue first, and an earlier time of others stays', async () => {
    const chores = [3, 1, 2].map((from) => ({ name: `${from}`, nextAt: secondsLater(from) }))
    await store.save(add('chores', ...chores))
    const work = { table: 'chores', due: 'nextAt', where: { name: noneOf(['other']) } } as const
    const taken = await store.take(work, secondsLater(9), secondsLater(99), 1)
    expect(taken).toEqual([{ name: '1', nextAt: secondsLater(99) }])
    for (const [from, kept] of [[50, 2] as const, [1, 1] as const]) {
      await store.save(set('chores', { name: '2' }, { nextAt: earliest(secondsLater(from)) }))
      expect((await store.one('chores', { name: '2' }))?.nextAt).toEqual(secondsLater(kept))
    }
  })

  test('finds a row without a value where another value is not to be', async () => {
    const mail = mailTo('without', { turnAt: null })
    await store.save(add('mails', mail))
    for (const turnAt of [not(secondsLater(7)), null])
      expect(await store.all('mails', { to: 'without', turnAt })).toHaveLength(1)
    expect(await store.all('mails', { to: 'without', userId: noneOf(['ada']) })).toHaveLength(1)
  })

  test('tries a mail that has failed again at once when told to', async () => {
    const later = { nextAttemptAt: secondsLater(9_000) }
    await store.save(
      add('mails', mailTo('failed', { ...later, attempts: 1 }), mailTo('new', later)),
    )
    await store.hastenMails(secondsLater(70), secondsLater(1_000))
    const due = await store.takeDueMails(secondsLater(70), secondsLater(190), 999)
    const names = due.map(({ to }) => to).filter((to) => ['failed', 'new'].includes(to))
    expect(names).toEqual(['failed'])
    // Another server has taken it meanwhile.
    const taken = due.map((mail) => ({ ...mail, nextAttemptAt: secondsLater(150) }))
    for (const mail of taken) await store.postponeMail(mail, secondsLater(70))
    expect(await store.takeDueMails(secondsLater(70), secondsLater(190), 999)).toEqual([])
  })
})
