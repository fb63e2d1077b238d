import { beforeEach, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import {
  demoAdmin,
  demoMember,
  demoPassword,
  refuseDemoData,
  seedDemoData,
} from '../../server/demo'
import { emailKey } from '../../server/domain/email'
import { pbkdf2Passwords } from '../../server/passwords/pbkdf2'
import { emptyMemoryData, type MemoryData } from '../../server/store/memory'

let data: MemoryData

beforeEach(() => {
  data = emptyMemoryData()
})

const services = () => createMockServices(data)

const passwordHashOf = (email: string) =>
  data.users.find((user) => user.emailKey === emailKey(email))?.passwordHash ?? ''

test('the demo organisation has an admin and a member who can sign in', async () => {
  expect(await seedDemoData(services())).toBe(true)
  expect(data.organisations.map(({ slug }) => slug)).toEqual(['acme-analytics'])
  expect(data.users.map(({ email, isAdmin }) => [email, isAdmin])).toEqual([
    ['admin@acme.test', true],
    ['member@acme.test', false],
  ])
  for (const { email } of [demoAdmin, demoMember]) {
    expect(await pbkdf2Passwords.verify(passwordHashOf(email), demoPassword)).toBe(true)
  }
})

test('a second start adds nothing', async () => {
  await seedDemoData(services())
  const before = structuredClone(data)
  expect(await seedDemoData(services())).toBe(false)
  expect(data).toEqual(before)
})

test('an organisation that has the name already is left alone', async () => {
  await seedDemoData(services())
  data.users.length = 0
  const before = structuredClone(data)
  expect(await seedDemoData(services())).toBe(false)
  expect(data).toEqual(before)
})

test('production refuses a database that the demo password opens', async () => {
  await expect(refuseDemoData(services())).resolves.toBeUndefined()
  await seedDemoData(services())
  await expect(refuseDemoData(services())).rejects.toThrow(demoAdmin.email)
  data.users = data.users.filter(({ isAdmin }) => !isAdmin)
  await expect(refuseDemoData(services())).rejects.toThrow(demoMember.email)
})

test('production takes a database whose demo users have passwords of their own', async () => {
  await seedDemoData(services())
  for (const user of data.users) user.passwordHash = await pbkdf2Passwords.hash('a new password')
  await expect(refuseDemoData(services())).resolves.toBeUndefined()
})
