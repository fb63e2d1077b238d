import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
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
