import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resendInvitation, revokeInvitation } from '../../server/domain/invitation'
import { settleMail } from '../../server/domain/outbox'
import { removeMember } from '../../server/domain/team'
import { networkOf } from '../../server/networks'
import type { Organisation, User } from '../../server/store/entities'
import { type Entries, type Entry, maxEntriesOfDay } from '../../server/store/events'
import type { Store } from '../../server/store/store'
import { servicesOver, signedIn } from '../support/acting'
import { everyStore } from '../support/every-store'
import { entryExample, userChangesExample } from '../support/examples'
import { billingMethods } from '../support/test-billing'
import type { TestStore } from '../support/test-store'
import { createdAt, founding, invitationTo, mailTo, secondsLater } from './sql-store-examples'

type LastOf<List> = List extends [...unknown[], infer Last] ? Last : never
/** Methods that require an entry, or an explicit null. */
type Telling = {
  [Name in keyof Store]: [Entries] extends [LastOf<Parameters<Store[Name]>>] ? Name : never
}[keyof Store]

/** A missing one, or one without an entry, is a type error. */
const telling: Record<Telling, true> = {
  erasePerson: true,
  addEntries: true,
}

const reads = 'reads'
const work = 'only says when work is done next'
const counts = 'counts'
/**
 * Why the others tell nothing, but for those that find something: a method that is added has to be named
 * here or above.
 */
const silent: Record<Exclude<keyof Store, Telling | `find${string}`>, string> = {
  renewSession: 'says when a session was last used',
  hasWebhookEvent: reads,
  listCapturedMails: reads,
  takeDueMails: work,
  postponeMail: work,
  hastenMails: work,
  takeChore: work,
  postponeChore: work,
  countCalls: counts,
  giveBackCalls: counts,
  clearCalls: counts,
  change: 'takes entries, or why there are none, by its type',
  save: 'is for what nobody has to be told of',
  take: work,
  removeOutdated: 'removes what was told when it ended',
  probe: reads,
  close: 'ends',
}

/** What only the tests' store has. */
const ofTests = [
  'createSession',
  'createOrganisation',
  'addUser',
  'updateUser',
  'addInvitedUser',
  'saveInvitations',
  'openInvitation',
  'deleteMail',
  'savePasswordReset',
  'resetPassword',
  'addSecondFactor',
]
const home = networkOf('192.0.2.1')

describe.each(everyStore)('events, in %s', (_name, open) => {
  let store: TestStore
  let organisation: Organisation
  let admin: User

  beforeAll(async () => {
    store = await open()
  })

  afterAll(() => store.close())

  let organisations = 0
  async function found(): Promise<void> {
    organisations += 1
    ;[organisation, admin] = founding(`told-${organisations}`, `admin@told-${organisations}.test`)
    await store.createOrganisation(organisation, admin)
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

  test('every method logs its changes for an organisation, or is known to change nothing', () => {
    const known = new Set([
      ...Object.keys(telling),
      ...Object.keys(silent),
      ...ofTests,
      ...Object.keys(billingMethods(store)),
    ])
    const unknown = Object.keys(store).filter((name) => !known.has(name))
    expect(unknown.filter((name) => !name.startsWith('find'))).toEqual([])
  })

  test('are stored as given, in order', async () => {
    await found()
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
      lastWords: 'The card’s “bank” said: no 🚫',
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
    await found()
    for (const id of ['1', '2']) {
      const once = `payment-taken ${organisation.id}`
      await store.addEntries([entry({ id: id.repeat(32).slice(0, 28) + organisations, once })])
    }
    expect((await story()).filter(({ subject }) => subject === 'told')).toHaveLength(1)
  })

  test(`one user leaves ${maxEntriesOfDay} entries a day, then one that counts the rest`, async () => {
    await found()
    const many = (count: number, at = createdAt) =>
      Array.from({ length: count }, () => byAdmin({ at })) as unknown as Entries
    await store.addEntries(many(150))
    await store.addEntries(many(60))
    await store.addEntries(many(5))
    await store.addEntries([entry()])
    const entries = await story()
    const kept = (action: string) => entries.filter((one) => one.action === action && one.actorId)
    expect(kept('signed-up')).toHaveLength(maxEntriesOfDay)
    expect(kept('more')).toMatchObject([{ details: { count: 15 }, actorName: 'Ada' }])
    // Entries without a user have no such limit, and the next day starts anew.
    expect(entries.filter(({ actorId }) => !actorId)).toHaveLength(2)
    await store.addEntries(many(1, secondsLater(86_400)))
    expect((await story()).filter(({ actorId }) => actorId)).toHaveLength(maxEntriesOfDay + 2)
  })

  test('are not logged if the action fails', async () => {
    await found()
    const [again, another] = founding(organisation.slug, `second@told-${organisations}.test`)
    expect(await store.createOrganisation(again, another)).toBe('organisation-exists')
    expect(await store.addUser({ ...admin, id: 'another' })).toBe('email-taken')
    const changes = userChangesExample(`new@told-${organisations}.test`)
    await store.updateUser(admin.id, changes, 'another address', null, createdAt)
    const caller = await signedIn(store, organisation, admin)
    const removing = removeMember(servicesOver(store), caller, home, 'nobody')
    await expect(removing).rejects.toMatchObject({ status: 404 })
    expect(await story()).toHaveLength(1)
  })

  test('include a mail that was given up, with the reason at its invitation', async () => {
    await found()
    const mail = mailTo('guest@acme.test')
    const invitation = { ...invitationTo(organisation, 'guest@acme.test'), mailId: mail.id }
    await store.saveInvitations([invitation], [mail])
    const [waiting] = (await store.findTeam(organisation.id)).invitations
    expect(waiting?.isMailWaiting).toBe(true)
    await settleMail(store, mail, secondsLater(9), '550 No such user')
    const [failed] = (await store.findTeam(organisation.id)).invitations
    expect(failed).toEqual({
      ...invitation,
      mailSettledAt: secondsLater(9),
      mailFailure: '550 No such user',
      isMailWaiting: false,
    })
    expect((await story()).map(({ action }) => action)).toContain('mail-failed')
  })

  test('revoking and resending withdraw a mail that hasn’t gone out', async () => {
    await found()
    const mail = mailTo('a@acme.test')
    const invitation = { ...invitationTo(organisation, 'a@acme.test'), mailId: mail.id }
    await store.saveInvitations([invitation], [mail])
    const caller = await signedIn(store, organisation, admin)
    const services = servicesOver(store)
    await resendInvitation(services, caller, home, invitation.id)
    const waiting = async () =>
      (await store.takeDueMails(createdAt, createdAt, 99)).map(({ id }) => id)
    const [renewed] = (await store.findTeam(organisation.id)).invitations
    expect(renewed).toMatchObject({ id: invitation.id, emailKey: invitation.emailKey })
    expect(renewed?.tokenHash).not.toBe(invitation.tokenHash)
    expect(renewed?.mailId).not.toBe(mail.id)
    expect(await waiting()).toEqual([renewed?.mailId])
    await revokeInvitation(services, caller, home, invitation.id)
    expect((await store.findTeam(organisation.id)).invitations).toEqual([])
    expect(await waiting()).toEqual([])
  })
})
