import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { openPostgresqlStore } from '../../server/app/open-stores'
import type { Refund } from '../../server/billing/refunds/tables'
import type { PlanPeriod } from '../../server/billing/subscription'
import { planHistory } from '../../server/billing/subscriptions'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation, User } from '../../server/people/tables'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { openClient } from '../support/open-client'
import { createDatabase } from '../support/postgresql'
import { testStore } from '../support/test-store'
import {
  createdAt,
  founding,
  refundFor,
  sandboxRowOf,
  secondsLater,
  sessionOf,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

const live = (subscription: Subscription, start = 1): Subscription => ({
  ...subscription,
  state: 'live',
  wasPaid: true,
  startedAt: secondsLater(start),
})

const periodOf = ({ plan, state, startedAt, endedAt }: Subscription): PlanPeriod => ({
  planName: plan.name,
  state,
  startedAt: startedAt ?? new Date(Number.NaN),
  endedAt,
})

describe.each(memoryAndSql)('subscriptions in %s', (_name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  let first: Subscription
  let second: Subscription

  beforeEach(async () => {
    ;[organisation, admin] = founding(`o-${randomUUID()}`, `${randomUUID()}@example.test`)
    await store.createOrganisation(organisation, admin)
    first = subscriptionOf(organisation)
    second = subscriptionOf(organisation, { createdAt: secondsLater(5) })
    await store.addSubscription(first)
    await store.addSubscription(second)
  })

  const save = (changed: Subscription[], owed: Refund[] = []) =>
    store.saveSubscriptions(organisation.id, changed, owed)
  const billing = (subject = first) => store.findBilling(organisation.id, subject.id)
  const both = () =>
    Promise.all([first, second].map(({ id }) => store.one('subscriptions', { id })))

  test('subscriptions are read as they were saved', async () => {
    expect(await store.one('subscriptions', { id: first.id })).toEqual(first)
    const nothing = { refundedPaymentIds: [], deletion: null }
    expect(await billing(first)).toEqual({ ...nothing, subscriptions: [first] })
    expect(await billing(second)).toEqual({ ...nothing, subscriptions: [second] })
    expect(await planHistory(store, organisation.id)).toEqual([])
    expect(await store.one('subscriptions', { id: 'unknown' })).toBeNull()
    expect(
      await store.one('subscriptions', { organisationId: organisation.id, state: 'live' }),
    ).toBeNull()
  })

  test('an organisation has at most one live subscription, which another can replace', async () => {
    await save([live(first)])
    await expect(save([live(second)])).rejects.toThrow()
    expect(await both()).toEqual([live(first), second])
    const ended: Subscription = { ...live(first), state: 'upgraded', endedAt: secondsLater(2) }
    await save([live(second), ended], [refundFor(first)])
    expect((await billing()).subscriptions).toEqual([ended, live(second)])
    expect((await billing()).refundedPaymentIds).toEqual([refundFor(first).paymentId])
    const due = await store.takeDueRefunds(createdAt, secondsLater(60), 9)
    expect(due).toEqual([{ ...refundFor(first), nextAttemptAt: secondsLater(60) }])
  })

  test('one server at a time takes a due check, until it is postponed', async () => {
    const mine = organisation.id
    const take = (by: number, states: Subscription['state'][], organisationId = mine) =>
      store.takeDueSubscriptions(
        { states, by: secondsLater(by), organisationId },
        secondsLater(by + 60),
        9,
      )
    const leased = (subscription: Subscription, until: number) => ({
      ...subscription,
      nextCheckAt: secondsLater(until),
    })
    await save([{ ...live(second), nextCheckAt: secondsLater(20) }])
    expect(await take(9, ['unpaid', 'live'])).toEqual([])
    expect(await take(10, ['unpaid', 'live'])).toEqual([leased(first, 70)])
    expect(await take(69, ['unpaid', 'void'])).toEqual([])
    expect(await take(100, ['live'], 'others')).toEqual([])
    const [taken] = await take(70, ['unpaid'])
    await store.postponeCheck(leased(first, 70), secondsLater(1), 9)
    expect(await store.one('subscriptions', { id: first.id })).toEqual(taken)
    await store.postponeCheck(leased(first, 130), secondsLater(200), 3)
    expect(await take(199, ['unpaid'])).toEqual([])
    expect(await take(200, ['unpaid'])).toMatchObject([{ id: first.id, checkFailures: 3 }])
    await store.postponeCheck(leased(first, 260), null, 0)
    expect(await take(9_999, ['unpaid'])).toEqual([])
    expect(await take(9_999, ['live'])).toMatchObject([{ id: second.id }])
  })

  test('one read returns the plan, and whether a checkout may have been paid', async () => {
    const session = sessionOf(admin)
    await store.createSession(session, admin.passwordHash)
    const current = (createdSince: number, dueBy: number) =>
      store.findCaller(session.id, createdAt, {
        createdSince: secondsLater(createdSince),
        dueBy: secondsLater(dueBy),
      })
    const { passwordHash: _hash, createdAt: _createdAt, ...user } = admin
    const caller = { user, organisation, sessionId: session.id, deletion: null }
    const { id, plan, currency, renewal } = second
    const plans = { id, plan, currency, renewal }
    expect(await current(-1, 9)).toEqual({ ...caller, live: null, mayBePaid: false })
    expect(await current(-1, 10)).toEqual({ ...caller, live: null, mayBePaid: true })
    expect(await current(5, 10)).toEqual({ ...caller, live: null, mayBePaid: false })
    await save([live(second)])
    expect(await current(-1, 10)).toEqual({ ...caller, live: plans, mayBePaid: true })
    await save([{ ...first, state: 'void', endedAt: createdAt }])
    expect(await current(-1, 10)).toEqual({ ...caller, live: plans, mayBePaid: false })
  })

  test('past and present plans are listed by start, newest first', async () => {
    const third = subscriptionOf(organisation, { createdAt: secondsLater(6) })
    await store.addSubscription(third)
    const [older, newer] = [live(second, 20), live(first, 30)]
    const ended: Subscription = { ...older, state: 'upgraded', endedAt: secondsLater(30) }
    await save([ended, newer])
    const abandoned: Subscription = { ...third, state: 'void', endedAt: createdAt }
    await save([abandoned])
    expect(await planHistory(store, organisation.id)).toEqual([periodOf(newer), periodOf(ended)])
  })

  test('plans that began at the same time are listed in the order of decisions', async () => {
    const ids = ['a', 'B', 'c'].map((letter) => `${letter}-${randomUUID()}`)
    const twins = ids.map((id) => subscriptionOf(organisation, { id, createdAt: secondsLater(7) }))
    for (const twin of twins) await store.addSubscription(twin)
    const ended = (entry: Subscription, seconds: number): Subscription => ({
      ...live(entry, 20),
      state: 'upgraded',
      endedAt: secondsLater(seconds),
    })
    // By creation and then by id, capitals first; each ends in a second of its own.
    const inOrder = [first, second, ...twins.toSorted((one, other) => (one.id < other.id ? -1 : 1))]
    const all = inOrder.map((entry, index) => ended(entry, 20 + index))
    await save(all)
    const periods = await planHistory(store, organisation.id)
    expect(periods).toEqual(all.toReversed().map(periodOf))
  })

  test('a sandbox subscription is paid once, and not after its end', async () => {
    const [one, other, late] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [one, other, late]) await store.addSandboxSubscription(sandboxRowOf(id))
    const payment = `pay_${one}`
    const paid = sandboxRowOf(one, { paymentId: payment, paidAt: secondsLater(1) })
    expect(await store.paySandboxSubscription(one, payment, secondsLater(1))).toEqual(paid)
    expect(await store.paySandboxSubscription(one, 'pay_2', secondsLater(2))).toEqual(paid)
    const ended = { ...paid, endedAt: secondsLater(3) }
    expect(await store.cancelSandboxSubscription(one, secondsLater(3))).toEqual(ended)
    expect(await store.cancelSandboxSubscription(one, secondsLater(4))).toEqual(ended)
    expect(await store.one('sandboxSubscriptions', { id: one })).toEqual(ended)
    await store.cancelSandboxSubscription(other, secondsLater(3))
    const tooLate = await store.paySandboxSubscription(late, 'pay_5', secondsLater(100))
    expect(tooLate).toMatchObject({ paidAt: null, paymentId: null })
    const refunded = { ...ended, refundedAt: secondsLater(5) }
    expect(await store.refundSandboxPayment(payment, secondsLater(5))).toEqual(refunded)
    expect(await store.refundSandboxPayment(payment, secondsLater(6))).toEqual(refunded)
    expect(await store.refundSandboxPayment('unknown', createdAt)).toBeNull()
    const refused = await store.paySandboxSubscription(other, 'pay_3', secondsLater(4))
    expect(refused).toMatchObject({ paidAt: null, paymentId: null })
    expect(await store.paySandboxSubscription('unknown', 'pay_4', createdAt)).toBeNull()
    expect(await store.cancelSandboxSubscription('unknown', createdAt)).toBeNull()
  })
})

test('the queries in docs/billing.md list refunds and unlisted payments', async () => {
  const page = readFileSync(new URL('../../docs/billing.md', import.meta.url), 'utf8')
  const section = page.split('## Refunds')[1]?.split('\n## ')[0] ?? ''
  const [refunds = '', unnamed = ''] = [...section.matchAll(/```sql\n(.+?)```/gs)].map(
    ([, query]) => query,
  )
  const url = await createDatabase(inject('postgresqlUrl'))
  const store = testStore(await openPostgresqlStore(url, silentLog))
  const [organisation, admin] = founding('acme', 'admin@acme.test')
  await store.createOrganisation(organisation, admin)
  const ended: Partial<Subscription> = { state: 'void', endedAt: createdAt }
  const named = subscriptionOf(organisation, { ...ended, nextCheckAt: null })
  const waiting = subscriptionOf(organisation, ended)
  for (const subscription of [named, waiting]) await store.addSubscription(subscription)
  const failure = 'More than 6 months old'
  const refund = refundFor(named, { state: 'refused', attempts: 1, failure })
  await store.saveSubscriptions(organisation.id, [named], [refund])
  await store.close()

  const database = await openClient(url)
  const { rows } = await database.query(refunds)
  expect(rows).toMatchObject([{ payment_id: refund.paymentId, state: 'refused', failure }])
  expect((await database.query(unnamed)).rows).toMatchObject([{ id: waiting.id }])
})
