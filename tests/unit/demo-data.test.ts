import { expect, test, vi } from 'vitest'
import { createDemoData, createMockServices } from '../../mocks/mock-api'
import { emptyMemoryData } from '../../server/app/memory-store'
import { demoAccounts, demoPassword, refuseDemoData, seedDemoData } from '../../server/demo/demo'
import { pbkdf2Passwords } from '../../server/passwords/pbkdf2'
import { demoAccounts as accountsOfMockMode } from '../../vite/mock-worker'

test('Acme has two admins and two members, Globex an admin, and all can sign in', async () => {
  const data = emptyMemoryData()
  expect(await seedDemoData(createMockServices(data))).toBe(true)
  expect(data.organisations.map(({ slug }) => slug)).toEqual(['acme-analytics', 'globex'])
  expect(data.users.map(({ email, isAdmin }) => [email, isAdmin])).toEqual([
    ['admin@acme.test', true],
    ['member@acme.test', false],
    ['mei@acme.test', true],
    ['lucas@acme.test', false],
    ['admin@globex.test', true],
  ])
  for (const { passwordHash, isAddressProven } of data.users) {
    expect(await pbkdf2Passwords.verify(passwordHash, demoPassword)).toBe(true)
    expect(isAddressProven).toBe(true)
  }
})

test('Acme has two years of plans, the current one at the sandbox too, invitations, and what was done', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00Z') })
  const { subscriptions, sandboxSubscriptions, invitations, events, mails } =
    await createDemoData('https://app.test')
  const plans = subscriptions.map(({ plan, state, startedAt, endedAt }) =>
    [plan.name, state, ...[startedAt, endedAt].map((at) => at?.toISOString().slice(0, 7))].join(
      ' ',
    ),
  )
  expect(plans).toEqual([
    ...['Starter cancelled 2024-11 2025-02', 'Starter upgraded 2025-04 2025-06'],
    ...['Growth upgraded 2025-06 2025-09', 'Scale cancelled 2025-09 2025-11'],
    ...['Starter upgraded 2025-12 2026-02', 'Growth cancelled 2026-02 2026-05'],
    ...['Starter upgraded 2026-06 2026-08', 'Growth live 2026-08 '],
  ])
  const idsOf = (rows: { id: string; endedAt: Date | null }[]) =>
    rows.map(({ id, endedAt }) => [id, endedAt])
  expect(idsOf(sandboxSubscriptions)).toEqual(idsOf(subscriptions))
  expect(invitations).toMatchObject([
    { email: 'noor@acme.test', openedAt: null, mailFailure: null },
    { email: 'tomas@acme.test', openedAt: expect.any(Date) },
    { email: 'ines@acme.test', mailFailure: expect.stringContaining('550') },
  ])
  expect(mails.map(({ to }) => to)).toEqual(['noor@acme.test', 'tomas@acme.test'])
  const counts = new Map<string, number>()
  for (const { action } of events) counts.set(action, (counts.get(action) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toMatchObject({
    ...{ subscribed: 2, 'plan-changed': 2, 'plan-cancelled': 2, 'payment-taken': 10 },
    ...{ joined: 3, 'made-admin': 1, invited: 12, 'signed-in': 54 },
  })
})

test('mock mode names the same accounts at startup as the server', () => {
  expect(accountsOfMockMode).toBe(demoAccounts)
})

test('production refuses a database in which the demo password opens an account', async () => {
  const data = emptyMemoryData()
  const services = createMockServices(data)
  await refuseDemoData(services)
  await seedDemoData(services)
  for (const user of data.users.splice(0)) {
    data.users = [user]
    await expect(refuseDemoData(services)).rejects.toThrow(user.email)
    user.passwordHash = await pbkdf2Passwords.hash('a new password')
    await refuseDemoData(services)
  }
})
