import { describe, expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { settleMail } from '../../server/mail/outbox'
import type { Organisation, User } from '../../server/people/tables'
import { add } from '../../server/store/change'
import type { Entries, Entry } from '../../server/store/entry'
import { resendInvitation, revokeInvitation } from '../../server/team/invitation'
import { servicesOver, signedIn } from '../support/acting'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import {
  createdAt,
  found,
  founding,
  invitationTo,
  mailTo,
  secondsLater,
} from './sql-store-examples'

/** As D94 has it. */
const maxEntriesOfDay = 200
const home = networkOf('192.0.2.1')

describe.each(memoryAndSql)('events, in %s', (_name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User

  let organisations = 0
  async function openOrganisation(): Promise<void> {
    organisations += 1
    ;[organisation, admin] = founding(`told-${organisations}`, `admin@told-${organisations}.test`)
    await found(store, organisation, admin)
  }

  const story = () => store.findHistory(organisation.id, null, 9_999)
  const entry = (changes: Partial<Entry> = {}) =>
    entryExample({ organisationId: organisation.id, subject: 'told', ...changes })
  const byAdmin = (changes: Partial<Entry> = {}) =>
    entry({
      actorKind: 'user',
      actorId: admin.id,
      actorName: 'Ada',
      actorEmail: 'a@b.c',
      ...changes,
    })

  test('are stored as given, in order', async () => {
    await openOrganisation()
    const full = byAdmin({
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
    const entries = await story()
    expect(entries.map(({ action }) => action)).toEqual([
      'signed-up',
      'payment-failed',
      'signed-up',
    ])
    expect(entries[1]).toEqual(full)
    expect(await store.findHistory(organisation.id, full.id, 9)).toHaveLength(1)
    const forAdmins = { organisationId: organisation.id, before: null, action: null, text: null }
    expect((await store.findEntries(forAdmins, 9)).map(({ id }) => id)).toEqual([
      entries[2]?.id,
      entries[0]?.id,
    ])
  })

  test('with the same key are stored once', async () => {
    await openOrganisation()
    for (const id of ['1', '2']) {
      const once = `payment-taken ${organisation.id}`
      await store.addEntries([entry({ id: id.repeat(32).slice(0, 28) + organisations, once })])
    }
    expect((await story()).filter(({ subject }) => subject === 'told')).toHaveLength(1)
  })

  /** Entries by the admin of one kind, all at once. */
  const many = (count: number, changes: Partial<Entry> = {}) =>
    Array.from({ length: count }, () =>
      byAdmin({ action: 'profile-changed', ...changes }),
    ) as unknown as Entries
  const kept = async (action: Entry['action']) =>
    (await story()).filter((one) => one.action === action && one.actorId)

  test(`of what folds, one user leaves ${maxEntriesOfDay} entries a day of each kind and audience, then one that counts the rest (D94)`, async () => {
    await openOrganisation()
    await store.addEntries(many(150))
    await store.addEntries(many(60))
    await store.addEntries(many(5))
    await store.addEntries(many(3, { audience: 'operator' }))
    await store.addEntries(many(3, { action: 'signed-in' }))
    await store.addEntries([entry({ action: 'profile-changed' })])
    expect(await kept('profile-changed')).toHaveLength(maxEntriesOfDay + 3)
    expect(await kept('signed-in')).toHaveLength(3)
    expect(await kept('more')).toMatchObject([
      { details: { kind: 'profile-changed', count: 15 }, actorName: 'Ada', audience: 'both' },
    ])
    const search = { organisationId: organisation.id, before: null, action: 'more' } as const
    expect(await store.findEntries({ ...search, text: 'profile-changed' }, 9)).toHaveLength(1)
    // Entries without a user have no such limit, and the next day starts anew.
    expect((await story()).filter(({ actorId }) => !actorId)).toHaveLength(2)
    await store.addEntries(many(1, { at: secondsLater(86_400) }))
    expect(await kept('profile-changed')).toHaveLength(maxEntriesOfDay + 4)
  })

  test('what folds for the operator is counted for the operator alone (D94)', async () => {
    await openOrganisation()
    const forged = { action: 'proof-refused', audience: 'operator' } as const
    await store.addEntries(many(maxEntriesOfDay + 7, forged))
    expect(await kept('more')).toMatchObject([
      { audience: 'operator', details: { kind: 'proof-refused', count: 7 } },
    ])
  })

  test('what never folds is there, however much of its kind there is (D94)', async () => {
    await openOrganisation()
    for (const action of ['made-admin', 'second-factor-reset', 'payment-taken'] as const) {
      await store.addEntries(many(maxEntriesOfDay + 1, { action }))
      expect(await kept(action), action).toHaveLength(maxEntriesOfDay + 1)
    }
    expect(await kept('more')).toEqual([])
  })

  test('entries of one change are counted by their own kind, day and author (D94)', async () => {
    await openOrganisation()
    const yesterday = many(2, { at: secondsLater(-86_400) })
    const removals = many(2, { action: 'removed' })
    const all = [entry(), ...many(maxEntriesOfDay + 1), ...yesterday, ...removals]
    await store.addEntries(all as unknown as Entries)
    expect(await kept('profile-changed')).toHaveLength(maxEntriesOfDay + 2)
    expect(await kept('removed')).toHaveLength(2)
    expect(await kept('more')).toMatchObject([{ details: { count: 1 } }])
  })

  test('an entry of the version before, which counts all kinds, is left as it is (D94)', async () => {
    await openOrganisation()
    const once = `more ${admin.id} ${createdAt.toISOString().slice(0, 10)}T00:00:00.000Z`
    await store.addEntries([byAdmin({ action: 'more', details: { count: 3 }, once })])
    await store.addEntries(many(maxEntriesOfDay + 1))
    expect((await kept('more')).map(({ details }) => details)).toEqual([
      { count: 3 },
      { kind: 'profile-changed', count: 1 },
    ])
  })

  test('include a mail that was given up, with the reason at its invitation', async () => {
    await openOrganisation()
    const mail = mailTo('guest@acme.test')
    const invitation = { ...invitationTo(organisation, 'guest@acme.test'), mailId: mail.id }
    await store.save(add('invitations', invitation))
    await store.save(add('mails', mail))
    const [waiting] = await store.all('invitations', { organisationId: organisation.id })
    expect(waiting?.mailSettledAt).toBeNull()
    await settleMail(store, mail, secondsLater(9), '550 No such user')
    const [failed] = await store.all('invitations', { organisationId: organisation.id })
    expect(failed).toEqual({
      ...invitation,
      mailSettledAt: secondsLater(9),
      mailFailure: '550 No such user',
    })
    expect((await story()).map(({ action }) => action)).toContain('mail-failed')
  })

  test('revoking and resending withdraw a mail that hasn’t gone out', async () => {
    await openOrganisation()
    const mail = mailTo('a@acme.test')
    const invitation = { ...invitationTo(organisation, 'a@acme.test'), mailId: mail.id }
    await store.save(add('invitations', invitation))
    await store.save(add('mails', mail))
    const caller = await signedIn(store, organisation, admin)
    const services = servicesOver(store)
    await resendInvitation(services, caller, home, invitation.id)
    const waiting = async () =>
      (await store.takeDueMails(createdAt, createdAt, 99)).map(({ id }) => id)
    const [renewed] = await store.all('invitations', { organisationId: organisation.id })
    expect(renewed).toMatchObject({ id: invitation.id, emailKey: invitation.emailKey })
    expect(renewed?.tokenHash).not.toBe(invitation.tokenHash)
    expect(renewed?.mailId).not.toBe(mail.id)
    expect(await waiting()).toEqual([renewed?.mailId])
    await revokeInvitation(services, caller, home, invitation.id)
    expect(await store.all('invitations', { organisationId: organisation.id })).toEqual([])
    expect(await waiting()).toEqual([])
  })
})
