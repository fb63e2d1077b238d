import { beforeAll, describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { networkOf } from '../../server/api/networks'
import { createHousekeepingJob } from '../../server/app/housekeeping-job'
import { emptyMemoryData } from '../../server/app/memory-store'
import { saveReset } from '../../server/auth/password-reset'
import { findDeletedAccount } from '../../server/auth/session'
import type { Refund } from '../../server/billing/refunds/tables'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation, User } from '../../server/people/tables'
import { add, set } from '../../server/store/change'
import { removeMember } from '../../server/team/team'
import { createWorker } from '../../server/work/worker'
import { servicesOver, signedIn } from '../support/acting'
import { everyStore, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import {
  createdAt,
  found,
  founding,
  invitationTo,
  mailTo,
  refundFor,
  resetOf,
  secondsLater,
  sessionOf,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

const day = 24 * 60 * 60

describe.each(everyStore)('housekeeping in %s', (name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  let now = createdAt

  beforeAll(async () => {
    ;[organisation, admin] = founding('acme', 'admin@acme.test')
    await found(store, organisation, admin)
  })

  const housekeeping = () =>
    createHousekeepingJob(
      createMockServices(emptyMemoryData(), silentLog, () => now, undefined, store),
    )

  /** Runs the housekeeping of an instant, even if it has just run. */
  async function cleanAt(seconds: number): Promise<void> {
    now = secondsLater(seconds)
    await store.save(set('chores', { name: 'housekeeping' }, { nextAt: now }))
    await createWorker({ jobs: [housekeeping()], log: silentLog }).runDue()
  }

  async function subscribe(change: Partial<Subscription>): Promise<Subscription> {
    const subscription = subscriptionOf(organisation, {
      state: 'void',
      endedAt: createdAt,
      nextCheckAt: null,
      ...change,
    })
    await store.save(add('subscriptions', subscription))
    return subscription
  }

  async function owe(subscription: Subscription, change: Partial<Refund>): Promise<void> {
    const refund = refundFor(subscription, { nextAttemptAt: null, ...change })
    await store.save(add('refunds', refund))
  }

  const refundsOf = async ({ id }: Subscription) =>
    (await store.all('refunds', { subscriptionId: id })).length

  // Of what follows PostgreSQL says all that PGlite could.
  if (name === 'PGlite') return

  test('housekeeping deletes expired sessions and resets, and no others', async () => {
    const [expired, alive] = [
      sessionOf(admin),
      { ...sessionOf(admin), expiresAt: secondsLater(9e6) },
    ]
    for (const session of [expired, alive]) await store.save(add('sessions', session))
    const reset = resetOf(admin)
    await saveReset(store, reset, mailTo(admin.email, { nextAttemptAt: null }))
    await cleanAt(3600)
    // They would be there at a time before they expired.
    const find = ({ refreshTokenHash }: typeof alive) =>
      store.renewSession(refreshTokenHash, createdAt, '192.0.2.7')
    expect(await find(expired)).toBeNull()
    expect(await find(alive)).not.toBeNull()
    expect(await store.one('passwordLinks', { tokenHash: reset.tokenHash })).toBeNull()
  })

  test('housekeeping deletes what a removed person reads once their session would have expired', async () => {
    const [, member] = founding('farewells', 'member@farewells.test')
    const removed = { ...member, organisationId: organisation.id }
    await store.save(add('users', removed))
    const sessions = [3600, 7200].map((seconds) => ({
      ...sessionOf(removed),
      expiresAt: secondsLater(seconds),
    }))
    for (const session of sessions) await store.save(add('sessions', session))
    const caller = await signedIn(store, organisation, admin)
    const services = { ...servicesOver(store), mail: { captures: true } }
    await removeMember(services, caller, networkOf('192.0.2.1'), removed.id)
    // They would be there at a time before they expired.
    const find = () =>
      Promise.all(sessions.map((one) => findDeletedAccount(store, one.refreshTokenHash, createdAt)))
    expect(await find()).toMatchObject([{ why: 'removed', organisation }, { why: 'removed' }])
    const [first] = sessions
    expect(
      await findDeletedAccount(store, first?.refreshTokenHash ?? '', secondsLater(3600)),
    ).toBeNull()
    await cleanAt(3600)
    expect(await find()).toMatchObject([null, { why: 'removed' }])
  })

  test('logs an expired invitation once, and deletes it 30 days later', async () => {
    const invitation = invitationTo(organisation, 'new@acme.test')
    await store.save(add('invitations', invitation))
    const told = async () =>
      (await store.findHistory(organisation.id, null, 999))
        .filter(({ action }) => action === 'invitation-expired')
        .map(({ subject, actorKind }) => [subject, actorKind])
    const listed = async () =>
      (await store.all('invitations', { organisationId: organisation.id })).map(
        ({ emailKey }) => emailKey,
      )
    await cleanAt(3599)
    expect(await told()).toEqual([])
    await cleanAt(3600)
    await cleanAt(3600 + 30 * day)
    expect(await told()).toEqual([['new@acme.test', 'orglens']])
    expect(await listed()).toEqual(['new@acme.test'])
    await cleanAt(3601 + 30 * day)
    expect(await listed()).toEqual([])
  })

  test('deletes events after 400 days', async () => {
    const entry = (seconds: number) =>
      entryExample({ organisationId: organisation.id, at: secondsLater(seconds), subject: 'kept' })
    await store.addEntries([entry(0), entry(3600)])
    const kept = async () =>
      (await store.findHistory(organisation.id, null, 999)).filter(
        ({ subject }) => subject === 'kept',
      ).length
    await cleanAt(400 * day)
    expect(await kept()).toBe(2)
    await cleanAt(400 * day + 1)
    expect(await kept()).toBe(1)
  })

  test('housekeeping deletes captured mails after 30 days, and never undelivered ones', async () => {
    const mails = [mailTo('captured', { nextAttemptAt: null }), mailTo('waiting')]
    await store.save(add('invitations', invitationTo(organisation, 'mails@acme.test')))
    await store.save(add('mails', ...mails))
    await cleanAt(30 * day)
    expect((await store.listCapturedMails(9)).map(({ to }) => to)).toContain('captured')
    await cleanAt(30 * day + 1)
    expect(await store.listCapturedMails(9)).toEqual([])
    const due = await store.takeDueMails(now, secondsLater(99 * day), 9)
    expect(due.map(({ to }) => to)).toEqual(['waiting'])
  })

  test('housekeeping deletes webhook event ids after 30 days', async () => {
    await store.save(add('webhookEvents', { id: 'event', receivedAt: createdAt }))
    await cleanAt(30 * day)
    expect(await store.one('webhookEvents', { id: 'event' })).not.toBeNull()
    await cleanAt(30 * day + 1)
    expect(await store.one('webhookEvents', { id: 'event' })).toBeNull()
  })

  test('housekeeping deletes counts that are fully refilled', async () => {
    const count = async (key: string, window: number) => {
      const [wait] = await store.countCalls([[{ key, limit: { calls: 1, window } }]], createdAt)
      return wait
    }
    await count('spent', 1000 * day * 1000)
    await count('back', 1000)
    await cleanAt(10)
    // At the same moment again, one has calls left, the other has not.
    expect(await count('back', 1000)).toBe(0)
    expect(await count('spent', 1000 * day * 1000)).toBeGreaterThan(0)
  })

  test('housekeeping deletes a checkout 30 days after an end that the provider confirmed', async () => {
    const over = await subscribe({})
    const kept = await Promise.all([
      subscribe({ nextCheckAt: secondsLater(9 * 365 * day) }),
      subscribe({ state: 'unpaid', endedAt: null, nextCheckAt: secondsLater(9 * 365 * day) }),
      subscribe({ state: 'cancelled', startedAt: createdAt }),
    ])
    await cleanAt(30 * day)
    expect(await store.one('subscriptions', { id: over.id })).not.toBeNull()
    await cleanAt(30 * day + 1)
    expect(await store.one('subscriptions', { id: over.id })).toBeNull()
    for (const subscription of kept) {
      expect(await store.one('subscriptions', { id: subscription.id })).toEqual(subscription)
    }
  })

  test('housekeeping deletes refunds 400 days after they were done, then their checkouts, and never refused ones', async () => {
    const [done, refused] = [await subscribe({}), await subscribe({})]
    await owe(done, { state: 'done', settledAt: createdAt })
    await owe(refused, { state: 'refused', settledAt: createdAt })
    await cleanAt(400 * day)
    expect(await refundsOf(done)).toBe(1)
    expect(await store.one('subscriptions', { id: done.id })).not.toBeNull()
    await cleanAt(400 * day + 1)
    expect(await refundsOf(done)).toBe(0)
    expect(await store.one('subscriptions', { id: done.id })).toBeNull()
    await cleanAt(4000 * day)
    expect(await refundsOf(refused)).toBe(1)
    expect(await store.one('subscriptions', { id: refused.id })).not.toBeNull()
  })

  test('housekeeping deletes thousands of rows at once, once an hour, on one of the servers', async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `${index}`)
    await store.save(add('webhookEvents', ...ids.map((id) => ({ id, receivedAt: createdAt }))))
    await cleanAt(31 * day)
    for (const id of ['0', '1249', '2499'])
      expect(await store.one('webhookEvents', { id })).toBeNull()
    const takeAfter = (seconds: number) => {
      now = secondsLater(31 * day + seconds)
      return housekeeping().take(1)
    }
    expect(await takeAfter(3599)).toEqual([])
    const answers = await Promise.all(Array.from({ length: 5 }, () => takeAfter(3600)))
    expect(answers.flat()).toHaveLength(1)
  })
})
