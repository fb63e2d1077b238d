import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SubscriptionActivityRow } from '../../contract/billing'
import { answerRequest, createDemoData, createMockServices } from '../../mocks/mock-api'
import type { Store } from '../../server/api/store'
import { emptyMemoryData, type MemoryData } from '../../server/app/memory-store'
import {
  demoAccounts,
  demoAdmin,
  demoBuyer,
  demoMember,
  demoPassword,
  refuseDemoData,
  seedDemoData,
} from '../../server/demo/demo'
import { seedDemoHistory } from '../../server/demo/demo-history'
import { pbkdf2Passwords } from '../../server/passwords/pbkdf2'
import { emailKey } from '../../server/people/email'
import { statusOf } from '../../src/billing/activity/StatusBadge'
import { demoAccounts as accountsOfMockMode } from '../../vite/mock-worker'
import { requestTo } from '../support/request-to'

let data: MemoryData

beforeEach(() => {
  data = emptyMemoryData()
})

const services = () => createMockServices(data)

const passwordHashOf = (email: string) =>
  data.users.find((user) => user.emailKey === emailKey(email))?.passwordHash ?? ''

test('Acme has two admins and two members, Globex an admin, and all can sign in', async () => {
  expect(await seedDemoData(services())).toBe(true)
  expect(data.organisations.map(({ slug }) => slug)).toEqual(['acme-analytics', 'globex'])
  expect(data.users.map(({ email, isAdmin }) => [email, isAdmin])).toEqual([
    ['admin@acme.test', true],
    ['member@acme.test', false],
    ['mei@acme.test', true],
    ['lucas@acme.test', false],
    ['admin@globex.test', true],
  ])
  for (const { email } of data.users) {
    expect(await pbkdf2Passwords.verify(passwordHashOf(email), demoPassword)).toBe(true)
  }
})

test('another server’s housekeeping leaves the history alone that is being made', async () => {
  const used = services()
  await seedDemoData(used)
  const change: Store['change'] = async (...given) => {
    const answer = await used.store.change(...given)
    data.chores = []
    await used.work.runDue()
    return answer
  }
  await seedDemoHistory({ ...used, store: { ...used.store, change } })
  expect(data.sandboxSubscriptions.map(({ id }) => id)).toEqual(
    data.subscriptions.map(({ id }) => id),
  )
  expect(data.subscriptions).toHaveLength(8)
})

test('mock mode names the same accounts at startup as the server', () => {
  expect(accountsOfMockMode).toBe(demoAccounts)
  for (const said of [demoAdmin.email, demoMember.email, demoBuyer.email, demoPassword]) {
    expect(demoAccounts).toContain(said)
  }
})

test('a second start adds nothing', async () => {
  await seedDemoData(services())
  const before = structuredClone(data)
  expect(await seedDemoData(services())).toBe(false)
  expect(data).toEqual(before)
})

test('leaves an organisation with that name alone', async () => {
  await seedDemoData(services())
  data.users.length = 0
  const before = structuredClone(data)
  expect(await seedDemoData(services())).toBe(false)
  expect(data).toEqual(before)
})

test('production refuses a database that accepts the demo password', async () => {
  await expect(refuseDemoData(services())).resolves.toBeUndefined()
  await seedDemoData(services())
  await expect(refuseDemoData(services())).rejects.toThrow(demoAdmin.email)
  const users = data.users
  for (const user of users) {
    data.users = [user]
    await expect(refuseDemoData(services())).rejects.toThrow(user.email)
  }
})

test('production accepts a database whose demo users changed their passwords', async () => {
  await seedDemoData(services())
  for (const user of data.users) user.passwordHash = await pbkdf2Passwords.hash('a new password')
  await expect(refuseDemoData(services())).resolves.toBeUndefined()
})

describe('Acme’s history', () => {
  const call = async (path: string, token: string, body?: object) =>
    await (await answerRequest(data, requestTo(path, { token, body }))).json()
  const signIn = async (email: string): Promise<string> =>
    (await call('/api/login/', '', { email, password: demoPassword })).access
  const activity = async (token: string): Promise<SubscriptionActivityRow[]> =>
    (await call('/api/subscription-activity/', token)).data

  /** Made once: that takes longer than all tests of it. */
  let made: MemoryData

  beforeAll(async () => {
    made = await createDemoData('http://localhost')
  })
  beforeEach(() => {
    data = structuredClone(made)
  })

  test('is eight plans of every kind over two years, and a pending invitation', async () => {
    const token = await signIn(demoAdmin.email)
    const rows = await activity(token)
    expect(rows.map(statusOf)).toEqual([
      ...['Active', 'Upgraded', 'Canceled', 'Upgraded', 'Canceled'],
      ...['Upgraded', 'Upgraded', 'Canceled'],
    ])
    const years = (Date.now() - Date.parse(rows.at(-1)?.start_date ?? '')) / 31_557_600_000
    expect(years).toBeCloseTo(2, 1)
    expect((await call('/api/profile/', token)).organization.subscription_plan.name).toBe('Growth')
    const [mail] = data.mails
    const link = /http:\/\/localhost\/invite\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await call('/api/invite/', '', { invitation_token: link })).toEqual({
      origin_name: 'Acme Analytics',
      email: 'noor@acme.test',
    })
  })

  test('can end: the sandbox knows the plan and its cancellation', async () => {
    const token = await signIn(demoAdmin.email)
    await call('/api/cancel-subscription/', token, {})
    expect((await activity(token)).map(statusOf)).not.toContain('Active')
    expect(data.sandboxSubscriptions.filter(({ endedAt }) => !endedAt)).toEqual([])
    expect(data.subscriptions.filter(({ nextCheckAt }) => nextCheckAt)).toEqual([])
    expect(data.refunds).toEqual([])
  })

  test('can continue with another plan', async () => {
    const token = await signIn(demoAdmin.email)
    const plan_id = 'plan_scale_monthly_usd'
    const { subscription_id } = await call('/api/create-subscription/', token, { plan_id })
    expect(await call(`/sandbox/price?subscription_id=${subscription_id}`, token)).toEqual({
      amount: 29900,
      currency: 'USD',
      interval: 'monthly',
      is_pending: false,
    })
    const paid = await call('/sandbox/pay', token, { subscription_id })
    await call('/api/verify-subscription/', token, { ...paid, subscription_id })
    const [first, second] = await activity(token)
    expect([first, second].map((row) => row?.plan_name)).toEqual(['Scale', 'Growth'])
    expect(second?.upgrade_status).toBe(true)
    const charged = data.sandboxSubscriptions.filter(({ endedAt }) => !endedAt)
    expect(charged.map(({ id }) => id)).toEqual([subscription_id])
  })

  test('is not Globex’s, which has had no plan', async () => {
    const token = await signIn(demoBuyer.email)
    expect(await activity(token)).toEqual([])
    expect((await call('/api/profile/', token)).is_subscribed).toBe(false)
  })

  test('has an audit log of a hundred entries that fit its plans, and invitations in three states', () => {
    const acme = data.organisations.find(({ slug }) => slug === 'acme-analytics')
    const entries = data.events.filter(
      ({ organisationId, audience }) => organisationId === acme?.id && audience !== 'operator',
    )
    expect(entries.length).toBeGreaterThanOrEqual(100)
    const now = new Date()
    expect(entries.every(({ at }) => at <= now)).toBe(true)
    // The latest change of the plan is the one that the plan came by.
    const changes = entries
      .filter(({ action }) => ['subscribed', 'plan-changed', 'plan-cancelled'].includes(action))
      .sort((one, other) => one.at.getTime() - other.at.getTime())
    const live = data.subscriptions.find(({ state }) => state === 'live')
    expect(changes.at(-1)).toMatchObject({
      at: live?.startedAt,
      subscriptionId: live?.id,
      details: { to: live?.plan.name },
    })
    const states = data.invitations.map(({ openedAt, mailFailure }) =>
      openedAt ? 'opened' : mailFailure ? 'failed' : 'sent',
    )
    expect(states.sort()).toEqual(['failed', 'opened', 'sent'])
  })
})
