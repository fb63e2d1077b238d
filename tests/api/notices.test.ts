import { beforeAll, describe, expect, test } from 'vitest'
import type { Notice, OutgoingMail } from '../../server/store/outgoing-mail'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import { found, founding, mailTo, secondsLater } from './sql-store-examples'

const day = 24 * 60 * 60

describe.each(memoryAndSql)('notices to a mailbox, in %s', (_name, open) => {
  const store = storeForTests(open)
  let organisationId = ''
  let mailboxes = 0

  beforeAll(async () => {
    const [organisation, admin] = founding('noticed', 'admin@noticed.test')
    await found(store, organisation, admin)
    organisationId = organisation.id
  })

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
      entries: [entryExample({ organisationId })],
    }))
  const kept = async () => await store.listCapturedMails(1000)
  /** @returns the subjects of the mails to the newest mailbox, in any order. */
  const subjects = async () =>
    (await kept())
      .filter(({ to }) => to.startsWith(`mailbox ${mailboxes} for`))
      .map(({ subject }) => subject)
      .sort()

  test('go out up to the limit of a day, then one sums up', async () => {
    const notice = newMailbox()
    for (const name of ['1', '2', '3', '4', '5']) await save(notice(name))
    expect(await subjects()).toEqual(['1', '2', 'More happened'])
    const [summary] = (await kept()).filter(({ to }) => to === `mailbox ${mailboxes} for 3`)
    expect(summary).toMatchObject({ subject: 'More happened', text: 'More', nextAttemptAt: null })
    await save(notice('6', day))
    expect(await subjects()).toEqual(['1', '2', '6', 'More happened'])
  })

  test('of changes at the same time count as well', async () => {
    const notice = newMailbox()
    const pair = () => [notice('a'), notice('b')]
    await Promise.all(Array.from({ length: 10 }, () => save(...pair())))
    expect(await subjects()).toHaveLength(3)
    expect(await subjects()).toContain('More happened')
  })

  test('to several mailboxes at the same time, in any order, wait for each other', async () => {
    const [one, other] = [newMailbox(), newMailbox()]
    const change = (turn: number) =>
      turn % 2 === 0 ? save(one('x'), other('y')) : save(other('y'), one('x'))
    await Promise.all(Array.from({ length: 20 }, (_, turn) => change(turn)))
    expect(await subjects()).toEqual(['More happened', 'y', 'y'])
  })
})
