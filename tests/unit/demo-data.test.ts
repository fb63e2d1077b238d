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
  const data = await createDemoData('https://app.test')
  const month = (at: Date | null | undefined) => at?.toISOString().slice(0, 7)
  const plans = data.subscriptions.map(({ id, plan, state, startedAt, endedAt }) => {
    const atSandbox = data.sandboxSubscriptions.find((one) => one.id === id)?.endedAt
    return [plan.name, state, month(startedAt), month(endedAt), month(atSandbox)].join(' ')
  })
  expect(plans).toEqual([
    ...['Starter cancelled 2024-11 2025-02 2025-02', 'Starter upgraded 2025-04 2025-06 2025-06'],
    ...['Growth upgraded 2025-06 2025-09 2025-09', 'Scale cancelled 2025-09 2025-11 2025-11'],
    ...['Starter upgraded 2025-12 2026-02 2026-02', 'Growth cancelled 2026-02 2026-05 2026-05'],
    ...['Starter upgraded 2026-06 2026-08 2026-08', 'Growth live 2026-08  '],
  ])
  const [sent, opened, failed] = data.invitations
  expect([sent?.openedAt, opened?.openedAt, failed?.openedAt]).toEqual([null, new Date(), null])
  expect(data.mails.map(({ to }) => to)).toEqual(['noor@acme.test', 'tomas@acme.test'])
  const actions = 'subscribed plan-changed plan-cancelled payment-taken made-admin invited'.split(
    ' ',
  )
  const countOf = (name: string) => data.events.filter(({ action }) => action === name).length
  expect(actions.map(countOf)).toEqual([2, 2, 2, 10, 1, 12])
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
