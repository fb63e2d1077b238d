import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app'
import { emptyMemoryData } from '../../server/store/memory'

test('whoever has no link can’t make the server hash passwords all day (D38)', async () => {
  const limit = { calls: 1, window: 60_000 }
  const both = { perAddress: limit, perClient: limit }
  const app = createApp({
    ...createMockServices(emptyMemoryData()),
    rateLimits: { login: both, signup: both, forgotPassword: both, inviteTeamMembers: both },
  })
  const reset = async (token: string, clientAddress: string) => {
    const request = new Request('http://localhost/api/reset-password/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reset_token: token, new_password: 'a long password' }),
    })
    return await app.fetch(request, { clientAddress })
  }
  expect((await reset('one', '192.0.2.1')).status).toBe(422)
  const refused = await reset('two', '192.0.2.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await reset('three', '192.0.2.2')).status).toBe(422)
})
