import { describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createHousekeepingJob } from '../../server/app/housekeeping-job'
import { emptyMemoryData } from '../../server/app/memory-store'
import { add } from '../../server/store/change'
import { createWorker } from '../../server/work/worker'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { entryExample } from '../support/examples'
import {
  createdAt,
  found,
  founding,
  invitationTo,
  refundFor,
  secondsLater,
  sessionOf,
  silentLog,
  subscriptionOf,
} from './sql-store-examples'

const hour = 60 * 60
const day = 24 * hour

/** What each store does by itself; `tests/unit/housekeeping.test.ts` has how long each table's rows stay. */
describe.each(memoryAndSql)('housekeeping in %s', (_name, open) => {
  const store = storeForTests(open)

  test('logs an expired invitation once, and removes what is outdated and needed no more', async () => {
    const [organisation, admin] = founding('acme', 'admin@acme.test')
    await found(store, organisation, admin)
    const over = { state: 'void', endedAt: createdAt, nextCheckAt: null } as const
    const [done, refused] = [subscriptionOf(organisation, over), subscriptionOf(organisation, over)]
    const settled = { settledAt: createdAt, nextAttemptAt: null }
    const lasting = { ...sessionOf(admin), expiresAt: secondsLater(500 * day) }
    await store.save(add('invitations', invitationTo(organisation, 'new@acme.test')))
    await store.save(add('sessions', sessionOf(admin), lasting))
    await store.save(add('subscriptions', done, refused))
    await store.save(add('refunds', refundFor(done, { ...settled, state: 'done' })))
    await store.save(add('refunds', refundFor(refused, { ...settled, state: 'refused' })))
    const entry = { organisationId: organisation.id, at: createdAt }
    await store.addEntries([entryExample({ ...entry, subject: 'outdated' })])

    let now = createdAt
    const services = createMockServices(emptyMemoryData(), silentLog, () => now, undefined, store)
    const { runDue } = createWorker({ jobs: [createHousekeepingJob(services)], log: silentLog })
    const subjects = async () =>
      (await store.findHistory(organisation.id, null, 999)).flatMap(({ subject }) => subject ?? [])
    /** @returns what the housekeeping of an instant leaves, and what the log has. */
    async function leftAt(seconds: number) {
      now = secondsLater(seconds)
      await runDue()
      return [
        (await store.all('invitations', {})).length,
        (await store.all('sessions', {})).length,
        (await store.all('refunds', {})).length,
        (await store.all('subscriptions', {})).length,
        ...(await subjects()),
      ]
    }
    expect(await leftAt(hour)).toEqual([1, 1, 2, 2, 'outdated', 'new@acme.test'])
    expect(await leftAt(31 * day)).toEqual([0, 1, 2, 2, 'outdated', 'new@acme.test'])
    expect(await leftAt(400 * day)).toEqual([0, 1, 2, 2, 'outdated', 'new@acme.test'])
    // Refused refunds stay for the operator.
    expect(await leftAt(400 * day + hour)).toEqual([0, 1, 1, 1, 'new@acme.test'])
    const expiry = { action: 'invitation-expired', actorKind: 'orglens', origin: 'job' }
    expect((await store.findHistory(organisation.id, null, 999)).at(-1)).toMatchObject(expiry)
  })
})
