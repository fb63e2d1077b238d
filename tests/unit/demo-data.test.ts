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

test('Acme has two years of plans, of which the sandbox knows, invitations, and what was done', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00Z') })
  const data = await createDemoData('https://app.test')
  const ends = data.subscriptions.map(({ endedAt }) => endedAt)
  const months = ends.map((at) => at?.toISOString().slice(0, 7) ?? null)
  expect(months.slice(0, 4)).toEqual(['2025-02', '2025-06', '2025-09', '2025-11'])
  expect(months.slice(4)).toEqual(['2026-02', '2026-05', '2026-08', null])
  expect(data.sandboxSubscriptions.map(({ endedAt }) => endedAt)).toEqual(ends)
  const opened = data.invitations.map(({ openedAt }) => openedAt !== null)
  expect(opened).toEqual([false, true, false])
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
