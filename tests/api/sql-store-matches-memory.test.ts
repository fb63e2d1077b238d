import { beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '../../server/billing/tables'
import type { Organisation, User } from '../../server/people/tables'
import { add, set } from '../../server/store/change'
import { memoryAndSql, storeForTests } from '../support/every-store'
import {
  createdAt,
  found,
  founding,
  noCheckouts,
  secondsLater,
  sessionOf,
  subscriptionOf,
} from './sql-store-examples'

/** Reads that are a statement of their own in SQL. */
describe.each(memoryAndSql)('a store in %s', (_, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  let organisations = 0

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`acme-${organisations}`, `admin@acme-${organisations}.test`)
    await found(store, organisation, admin)
  })

  /** Adds a checkout of the organisation. */
  async function checkout(change: Partial<Subscription> = {}): Promise<Subscription> {
    const subscription = subscriptionOf(organisation, change)
    await store.save(add('subscriptions', subscription))
    return subscription
  }

  test('a caller comes with every field, the plan, and whether a checkout may have been paid', async () => {
    const session = sessionOf(admin)
    await store.save(add('sessions', session))
    const first = await checkout()
    const { id, plan, currency, renewal } = await checkout({ createdAt: secondsLater(5) })
    const current = (createdSince: number, dueBy: number) =>
      store.findCaller(session.id, createdAt, {
        createdSince: secondsLater(createdSince),
        dueBy: secondsLater(dueBy),
      })
    const { passwordHash: _hash, createdAt: _createdAt, ...user } = admin
    const caller = { user, organisation, sessionId: session.id, deletion: null, live: null }
    expect(await current(-1, 9)).toEqual({ ...caller, mayBePaid: false })
    expect(await current(-1, 10)).toEqual({ ...caller, mayBePaid: true })
    expect(await current(5, 10)).toEqual({ ...caller, mayBePaid: false })
    const started = { state: 'live', wasPaid: true, startedAt: secondsLater(1) } as const
    await store.save(set('subscriptions', { id }, started))
    const buyer = { ...caller, live: { id, plan, currency, renewal } }
    expect(await current(-1, 10)).toEqual({ ...buyer, mayBePaid: true })
    await store.save(set('subscriptions', { id: first.id }, { state: 'void' }))
    expect(await current(-1, 10)).toEqual({ ...buyer, mayBePaid: false })
  })

  test('a session ends when it expires', async () => {
    const session = sessionOf(admin)
    await store.save(add('sessions', session))
    const { refreshTokenHash } = session
    const find = (now: Date) => store.renewSession(refreshTokenHash, now, '192.0.2.7')
    expect(await find(secondsLater(3599))).toEqual({
      ...session,
      network: '192.0.2.7',
      lastActiveAt: secondsLater(3599),
    })
    expect(await find(secondsLater(3600))).toBeNull()
    const findCaller = (now: Date) => store.findCaller(session.id, now, noCheckouts)
    expect((await findCaller(secondsLater(3599)))?.user.id).toBe(admin.id)
    expect(await findCaller(secondsLater(3600))).toBeNull()
  })
})
