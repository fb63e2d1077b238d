import { expect, test } from 'vitest'
import { type RateLimits, rateLimits } from '../../server/api/limits'
import type { Passwords } from '../../server/api/services'
import { createApp } from '../../server/app/app'
import { signAccessToken } from '../../server/auth/tokens'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { queuePasswords } from '../../server/passwords/password-queue'
import { signedIn } from '../support/acting'
import { demoServices } from '../support/demo-services'
import { requestTo } from '../support/request-to'

function heldPasswords() {
  const held: { password: string; done: () => void; fail: () => void }[] = []
  const hold = (password: string) =>
    new Promise<void>((resolve, reject) =>
      held.push({ password, done: resolve, fail: () => reject(new Error('out of memory')) }),
    )
  const passwords: Passwords = {
    hash: (password) => hold(password).then(() => `hash of ${password}`),
    verify: (_hash, password) => hold(password).then(() => true),
  }
  return { held, passwords }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function apiWith(passwords: Passwords, limits: RateLimits | null = null) {
  const { services, user, organisation } = await demoServices()
  const { sessionId } = await signedIn(services.store, organisation, user)
  const token = signAccessToken(sessionId, services.accessTokenSecret, new Date())
  const app = createApp({ ...services, passwords, rateLimits: limits })
  const body = { email: demoAdmin.email, password: demoPassword }
  return {
    profile: async () => await app.fetch(requestTo('/api/profile/', { token })),
    login: async () => await app.fetch(requestTo('/api/login/', { body })),
  }
}

test('a hash frees its slot, for one that waits or comes later, also if it fails', async () => {
  const { held, passwords } = heldPasswords()
  const queued = queuePasswords(passwords, 1, 1)
  const [first, second] = [queued.hash('a'), queued.hash('b')]
  held[0]?.fail()
  await expect(first).rejects.toThrow('out of memory')
  await settled()
  held[1]?.done()
  expect(await second).toBe('hash of b')
  const later = queued.hash('c')
  await settled()
  held[2]?.done()
  expect(await later).toBe('hash of c')
})

test('profiles are read without waiting while everybody signs in', async () => {
  const { held, passwords } = heldPasswords()
  const { profile, login } = await apiWith(queuePasswords(passwords, 1, 1))
  const [first, second] = [login(), login()]
  await settled()
  expect((await profile()).status).toBe(200)
  expect(held).toHaveLength(1)
  const refused = await login()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/try again/) })
  held[0]?.done()
  expect((await first).status).toBe(200)
  await settled()
  held[1]?.done()
  expect((await second).status).toBe(200)
})

test("an attempt refused by a full queue isn't counted", async () => {
  const { held, passwords } = heldPasswords()
  const { login } = await apiWith(queuePasswords(passwords, 1, 0), rateLimits())
  const first = login()
  await settled()
  for (let turn = 0; turn < 40; turn += 1) expect((await login()).status).toBe(503)
  held[0]?.done()
  expect((await first).status).toBe(200)
})
