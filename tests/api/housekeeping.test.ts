import { beforeAll, describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createHousekeepingJob } from '../../server/app/housekeeping-job'
import { emptyMemoryData } from '../../server/app/memory-store'
import { saveReset } from '../../server/auth/password-reset'
import type { Refund } from '../../server/billing/refunds/tables'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation, User } from '../../server/people/tables'
import { add, set } from '../../server/store/change'
import { createWorker } from '../../server/work/worker'
import { memoryAndSql, storeForTests } from '../support/every-store'
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

describe.each(memoryAndSql)('housekeeping in %s', (_name, open) => {
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

  /** Expects something to be there at a time, and to go with the housekeeping of the second after it. */
  async function expectEndAfter(seconds: number, count: () => Promise<number>): Promise<void> {
    await cleanAt(seconds)
    const before = await count()
    await cleanAt(seconds + 1)
    expect(await count()).toBe(before - 1)
  }

  async function subscribe(change: Partial<Subscription>): Promise<Subscription> {
    const over = { state: 'void', endedAt: createdAt, nextCheckAt: null } as const
    const subscription = subscriptionOf(organisation, { ...over, ...change })
    await store.save(add('subscriptions', subscription))
    return subscription
  }
  const owe = (subscription: Subscription, change: Partial<Refund>) =>
    store.save(add('refunds', refundFor(subscription, { nextAttemptAt: null, ...change })))
  const isThere = async ({ id }: Subscription) =>
    (await store.one('subscriptions', { id })) === null ? 0 : 1
  const refundsOf = async ({ id }: Subscription) =>
    (await store.all('refunds', { subscriptionId: id })).length

  test('deletes expired sessions and links, and no others', async () => {
    const expired = sessionOf(admin)
    const alive = { ...sessionOf(admin), expiresAt: secondsLater(9e6) }
    for (const session of [expired, alive]) await store.save(add('sessions', session))
    const reset = resetOf(admin)
    await saveReset(store, reset, mailTo(admin.email, { nextAttemptAt: null }))
    await cleanAt(3600)
    expect((await store.all('sessions', {})).map(({ id }) => id)).toEqual([alive.id])
    expect(await store.one('passwordLinks', { tokenHash: reset.tokenHash })).toBeNull()
  })

  test('logs an expired invitation once, and deletes it 30 days later', async () => {
    await store.save(add('invitations', invitationTo(organisation, 'new@acme.test')))
    const told = async () =>
      (await store.findHistory(organisation.id, null, 999)).flatMap(
        ({ action, subject, actorKind }) =>
          action === 'invitation-expired' ? [[subject, actorKind]] : [],
      )
    await cleanAt(3599)
    expect(await told()).toEqual([])
    await cleanAt(3600)
    await expectEndAfter(3600 + 30 * day, async () => (await store.all('invitations', {})).length)
    expect(await told()).toEqual([['new@acme.test', 'orglens']])
  })

  test('deletes events after 400 days', async () => {
    const { id } = organisation
    await store.addEntries([entryExample({ organisationId: id, at: createdAt, subject: 'kept' })])
    const kept = async () =>
      (await store.findHistory(id, null, 999)).filter(({ subject }) => subject === 'kept').length
    await expectEndAfter(400 * day, kept)
  })

  test('deletes webhook event ids after 30 days, sign-ins after 90, and known browsers after 400', async () => {
    const { id: userId, email } = admin
    const from = { network: '192.0.2.1', browser: 'Firefox on Windows' }
    const times = { day: '2026-01-02', firstAt: createdAt, lastAt: createdAt, count: 1 }
    const signIn = { id: 'first', organisationId: organisation.id, userId, email }
    await store.save(add('webhookEvents', { id: 'event', receivedAt: createdAt }))
    await store.save(add('signIns', { ...signIn, ...from, ...times, result: 'signed-in' }))
    await store.save(add('knownBrowsers', { userId, ...from, seenAt: createdAt }))
    await expectEndAfter(30 * day, async () => (await store.all('webhookEvents', {})).length)
    await expectEndAfter(90 * day, async () => (await store.all('signIns', {})).length)
    await expectEndAfter(
      400 * day,
      async () => (await store.all('knownBrowsers', { userId })).length,
    )
  })

  test('deletes refunds 400 days after they were done, then their checkouts, and never refused ones', async () => {
    const [done, refused] = [await subscribe({}), await subscribe({})]
    await owe(done, { state: 'done', settledAt: createdAt })
    await owe(refused, { state: 'refused', settledAt: createdAt })
    await expectEndAfter(400 * day, () => refundsOf(done))
    expect(await isThere(done)).toBe(0)
    await cleanAt(4000 * day)
    expect([await refundsOf(refused), await isThere(refused)]).toEqual([1, 1])
  })
})
