import { expect, test } from 'vitest'
import { rateLimits } from '../../server/api/limits'
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

test('while everybody signs in, profiles are read, and who is one too many may try again, uncounted', async () => {
  const { held, passwords } = heldPasswords()
  const { services, user, organisation } = await demoServices()
  const queued = queuePasswords(passwords, 1, 1)
  const app = createApp({ ...services, passwords: queued, rateLimits: rateLimits() })
  const body = { email: demoAdmin.email, password: demoPassword }
  const login = async () => await app.fetch(requestTo('/api/login/', { body }))
  const { sessionId } = await signedIn(services.store, organisation, user)
  const token = signAccessToken(sessionId, services.accessTokenSecret, new Date())
  const [first, second] = [login(), login()]
  await settled()
  expect((await app.fetch(requestTo('/api/profile/', { token }))).status).toBe(200)
  expect(held).toHaveLength(1)
  for (let turn = 0; turn < 40; turn += 1) {
    const refused = await login()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/try again/) })
  }
  held[0]?.done()
  expect((await first).status).toBe(200)
  await settled()
  held[1]?.done()
  expect((await second).status).toBe(200)
})
