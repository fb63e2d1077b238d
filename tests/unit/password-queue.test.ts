import { expect, test } from 'vitest'
import { rateLimits } from '../../server/api/limits'
import { createApp } from '../../server/app/app'
import { signAccessToken } from '../../server/auth/tokens'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { queuePasswords } from '../../server/passwords/password-queue'
import { signedIn } from '../support/acting'
import { demoServices } from '../support/demo-services'
import { requestTo } from '../support/request-to'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('while everybody signs in, profiles are read, and who is one too many may try again, uncounted', async () => {
  const held: ((isRight: boolean) => void)[] = []
  const verify = () => new Promise<boolean>((resolve) => held.push(resolve))
  const { services, user, organisation } = await demoServices()
  const queued = queuePasswords({ ...services.passwords, verify }, 1, 1)
  const app = createApp({ ...services, passwords: queued, rateLimits: rateLimits() })
  const body = { email: demoAdmin.email, password: demoPassword }
  const login = async () => await app.fetch(requestTo('/api/login/', { body }))
  const { sessionId } = await signedIn(services.store, organisation, user)
  const token = signAccessToken(sessionId, services.accessTokenSecret, new Date())
  const [first, second] = [login(), login()]
  await settled()
  expect((await app.fetch(requestTo('/api/profile/', { token }))).status).toBe(200)
  expect(held).toHaveLength(1)
  for (let turn = 0; turn < 310; turn += 1) {
    const refused = await login()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  held[0]?.(true)
  expect((await first).status).toBe(200)
  await settled()
  held[1]?.(true)
  expect((await second).status).toBe(200)
})
