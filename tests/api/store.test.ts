import { beforeAll, describe, expect, test } from 'vitest'
import type { Organisation, User } from '../../server/people/tables'
import { add } from '../../server/store/change'
import type { Entry } from '../../server/store/entry'
import type { Notice, OutgoingMail } from '../../server/store/outgoing-mail'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding, mailTo, secondsLater } from './sql-store-examples'

const day = 24 * 60 * 60

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

  describe('lets notices', () => {
    let mailboxes = 0

    /** @returns notices to a new mailbox, of which two a day go out. */
    function newMailbox() {
      mailboxes += 1
      const key = `mailbox ${mailboxes}`
      const instead = { subject: 'More happened', text: 'More', html: '<p>More</p>' }
      return (subject: string, at = 0): Notice => ({
        ...mailTo(`${key} for ${subject}`, { nextAttemptAt: null, createdAt: secondsLater(at) }),
        subject,
        mailbox: { key, most: 2, instead },
      })
    }
    const save = (...mails: OutgoingMail[]) =>
      store.change('test', null, null, async () => ({
        answer: undefined,
        writes: [],
        mails,
        entries: [entryExample({ organisationId: organisation.id })],
      }))
    const kept = async () =>
      (await store.listCapturedMails(1000)).filter(({ to }) =>
        to.startsWith(`mailbox ${mailboxes} for`),
      )
    const subjects = async () => (await kept()).map(({ subject }) => subject).sort()

    test('go out up to the limit of a day, then one sums up', async () => {
      const notice = newMailbox()
      for (const name of ['1', '2', '3', '4', '5']) await save(notice(name))
      expect(await subjects()).toEqual(['1', '2', 'More happened'])
      const [summary] = (await kept()).filter(({ to }) => to.endsWith('for 3'))
      expect(summary).toMatchObject({ subject: 'More happened', text: 'More', nextAttemptAt: null })
      await save(notice('6', day))
      expect(await subjects()).toEqual(['1', '2', '6', 'More happened'])
    })

    test('of changes at the same time count, and wait for each other in any order', async () => {
      const [one, other] = [newMailbox(), newMailbox()]
      const change = (turn: number) =>
        turn % 2 === 0 ? save(one('x'), other('y')) : save(other('y'), one('x'))
      await Promise.all(Array.from({ length: 20 }, (_, turn) => change(turn)))
      expect(await subjects()).toEqual(['More happened', 'y', 'y'])
    })
  })
})
