import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { bundledPlans } from '../../server/plans/plans'
import type { Cancellation, Organisation, Subscription } from '../../server/store/entities'
import { createMemoryStore } from '../../server/store/memory'
import { openPostgresqlStore } from '../../server/store/postgresql'
import type { Store } from '../../server/store/store'
import { createPgliteTestStore } from '../support/pglite'
import { createDatabase } from '../support/postgresql'
import { createdAt, founding, secondsLater, silentLog } from './sql-store-examples'

function subscriptionOf(
  organisation: Organisation,
  change: Partial<Subscription> = {},
): Subscription {
  const [plan] = bundledPlans
  if (!plan) throw new Error('There are no plans.')
  return {
    id: randomUUID(),
    organisationId: organisation.id,
    plan,
    currency: 'INR',
    state: 'unpaid',
    createdAt,
    startedAt: null,
    endedAt: null,
    ...change,
  }
}

const live = (subscription: Subscription): Subscription => ({
  ...subscription,
  state: 'live',
  startedAt: secondsLater(1),
})

function cancellationOf(subscription: Subscription): Cancellation {
  return {
    subscriptionId: subscription.id,
    refundDue: true,
    createdAt,
    nextAttemptAt: createdAt,
    attempts: 0,
  }
}

const postgresql = async () =>
  openPostgresqlStore(await createDatabase(inject('postgresqlUrl')), silentLog)

describe.each([
  ['in memory', async () => createMemoryStore()],
  ['on the embedded database', createPgliteTestStore],
  ['on PostgreSQL', postgresql],
])('subscriptions %s', (_name, open) => {
  let store: Store
  let organisation: Organisation
  let first: Subscription
  let second: Subscription

  beforeAll(async () => {
    store = await open()
  })

  afterAll(() => store.close())

  beforeEach(async () => {
    const [created, admin] = founding(`o-${randomUUID()}`, `${randomUUID()}@example.test`)
    organisation = created
    await store.createOrganisation(organisation, admin)
    first = subscriptionOf(organisation)
    second = subscriptionOf(organisation, { createdAt: secondsLater(5) })
    await store.addSubscription(first)
    await store.addSubscription(second)
    // Whatever earlier tests left.
    for (const due of await store.takeDueCancellations(secondsLater(9_999), secondsLater(0), 99)) {
      await store.deleteCancellation(due.subscriptionId)
    }
  })

  const save = (version: number, changed: Subscription[], follow: Cancellation[] = []) =>
    store.saveSubscriptions(organisation.id, version, changed, follow)
  const billing = () => store.findBilling(organisation.id)

  test('come back as they were kept', async () => {
    expect(await store.findSubscription(first.id)).toEqual(first)
    expect(await billing()).toEqual({ version: 0, subscriptions: [first, second] })
    expect(await store.findSubscription('unknown')).toBeNull()
    expect(await store.findLiveSubscription(organisation.id)).toBeNull()
  })

  test('change on the version that was read, and move it on', async () => {
    expect(await save(0, [live(first)])).toBe(true)
    expect(await store.findLiveSubscription(organisation.id)).toEqual(live(first))
    const { version } = await billing()
    expect(await save(version, [{ ...live(first), state: 'cancelled' }])).toBe(true)
    expect((await billing()).version).not.toBe(version)
  })

  test('do not change on an older one: neither they nor what follows is kept', async () => {
    await save(0, [live(first)])
    const { version, subscriptions } = await billing()
    await save(version, [{ ...live(first), state: 'cancelled', endedAt: secondsLater(9) }])
    for (const old of [0, version]) {
      expect(await save(old, [live(second)], [cancellationOf(second)])).toBe(false)
    }
    const after = await billing()
    expect(after.subscriptions).not.toEqual(subscriptions)
    expect(after.subscriptions[1]).toEqual(second)
    expect(await store.takeDueCancellations(secondsLater(1), secondsLater(2), 9)).toEqual([])
  })

  test('of decisions made at the same time, one is kept', async () => {
    const { version } = await billing()
    const answers = await Promise.all(
      [first, second, first, second].map((subscription) => save(version, [live(subscription)])),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    const states = (await billing()).subscriptions.map(({ state }) => state)
    expect(states.sort()).toEqual(['live', 'unpaid'])
  })

  test('are never two live ones of one organisation, but one takes the other’s place', async () => {
    await save(0, [live(first)])
    const { version } = await billing()
    expect(await save(version, [live(second)])).toBe(false)
    const ended: Subscription = { ...live(first), state: 'upgraded', endedAt: secondsLater(2) }
    const now = (await billing()).version
    const changes = [live(second), ended]
    expect(await save(now, changes, [cancellationOf(first)])).toBe(true)
    expect((await billing()).subscriptions).toEqual([ended, live(second)])
    const due = await store.takeDueCancellations(createdAt, secondsLater(60), 9)
    expect(due).toEqual([{ ...cancellationOf(first), nextAttemptAt: secondsLater(60) }])
  })

  test('of other organisations are left alone', async () => {
    const [other, admin] = founding(`o-${randomUUID()}`, `${randomUUID()}@example.test`)
    await store.createOrganisation(other, admin)
    const theirs = subscriptionOf(other)
    await store.addSubscription(theirs)
    await save(0, [live(first)])
    expect(await store.saveSubscriptions(other.id, 0, [live(theirs)], [])).toBe(true)
    expect((await store.findBilling(other.id)).subscriptions).toEqual([live(theirs)])
  })

  test('that are unpaid are taken newest first, once in a while', async () => {
    const take = (seconds: number, most = 9, createdSince = secondsLater(-1)) =>
      store.takeUnpaidSubscriptions(
        organisation.id,
        {
          now: secondsLater(seconds),
          createdSince,
          checkedBefore: secondsLater(seconds - 10),
        },
        most,
      )
    expect(await take(100)).toEqual([second, first])
    expect(await take(109)).toEqual([])
    expect(await take(110, 1)).toEqual([second])
    expect(await take(200, 9, createdAt)).toEqual([second])
    await save((await billing()).version, [live(second)])
    expect(await take(300)).toEqual([first])
    await save((await billing()).version, [{ ...first, state: 'void', endedAt: createdAt }])
    expect(await take(400)).toEqual([])
  })

  test('wait for being cancelled, at one server at a time, until they are', async () => {
    const queued = [first, second].map(cancellationOf)
    await save(0, [first, second], queued)
    // Once is enough.
    await save((await billing()).version, [first], [{ ...cancellationOf(first), attempts: 7 }])
    const take = (seconds: number, most = 9) =>
      store.takeDueCancellations(secondsLater(seconds), secondsLater(seconds + 60), most)
    const [one, ...none] = await take(0, 1)
    expect(none).toEqual([])
    expect(one?.attempts).toBe(0)
    expect(await take(0)).toHaveLength(1)
    expect(await take(59)).toEqual([])
    await store.putCancellationOff(first.id, secondsLater(90))
    await store.deleteCancellation(second.id)
    expect(await take(60)).toEqual([])
    expect(await take(90)).toMatchObject([{ subscriptionId: first.id, attempts: 1 }])
  })

  test('and events of the provider are remembered, until they are old', async () => {
    const id = randomUUID()
    expect(await store.hasWebhookEvent(id)).toBe(false)
    await store.keepWebhookEvent(id, createdAt, secondsLater(-60))
    await store.keepWebhookEvent(id, createdAt, secondsLater(-60))
    expect(await store.hasWebhookEvent(id)).toBe(true)
    await store.keepWebhookEvent(randomUUID(), secondsLater(60), secondsLater(1))
    expect(await store.hasWebhookEvent(id)).toBe(false)
  })

  test('and at the sandbox are paid once, and not after they have ended', async () => {
    const kept = { planId: 'plan', createdAt, paymentId: null, paidAt: null, endedAt: null }
    const [one, other] = [randomUUID(), randomUUID()]
    for (const id of [one, other]) await store.addSandboxSubscription({ id, ...kept })
    const paid = { id: one, ...kept, paymentId: 'pay_1', paidAt: secondsLater(1) }
    expect(await store.paySandboxSubscription(one, 'pay_1', secondsLater(1))).toEqual(paid)
    expect(await store.paySandboxSubscription(one, 'pay_2', secondsLater(2))).toEqual(paid)
    const ended = { ...paid, endedAt: secondsLater(3) }
    expect(await store.cancelSandboxSubscription(one, secondsLater(3))).toEqual(ended)
    expect(await store.cancelSandboxSubscription(one, secondsLater(4))).toEqual(ended)
    expect(await store.findSandboxSubscription(one)).toEqual(ended)
    await store.cancelSandboxSubscription(other, secondsLater(3))
    const refused = await store.paySandboxSubscription(other, 'pay_3', secondsLater(4))
    expect(refused).toMatchObject({ paidAt: null, paymentId: null })
    expect(await store.paySandboxSubscription('unknown', 'pay_4', createdAt)).toBeNull()
    expect(await store.cancelSandboxSubscription('unknown', createdAt)).toBeNull()
  })
})
