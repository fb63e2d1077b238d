import { beforeEach, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { rateLimits } from '../../server/api/limits'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'
import { sandboxWebhookSecret } from '../../server/payments/sandbox/sandbox'
import { sign } from '../../server/payments/signatures'

let post: (network: string, signature: string) => Promise<number>
const body = JSON.stringify({ event: 'payment.captured', payload: {} })
const provider = '203.0.113.1'

beforeEach(() => {
  const log = { info() {}, error() {} }
  // Limits refill as time passes.
  const services = createMockServices(emptyMemoryData(), log, () => new Date(0))
  const app = createApp({ ...services, rateLimits: rateLimits() })
  post = async (clientAddress, signature) => {
    const sent = { method: 'POST', headers: { 'x-razorpay-signature': signature }, body }
    const request = new Request('http://localhost/api/payments/webhook/', sent)
    return (await app.fetch(request, { clientAddress })).status
  }
})

test("forged webhooks are refused after the sixtieth in a minute, and the provider's never", async () => {
  const signature = await sign(body, sandboxWebhookSecret)
  for (let call = 0; call < 1_000; call += 1) expect(await post(provider, signature)).toBe(200)
  for (let call = 0; call < 60; call += 1) expect(await post(provider, 'forged')).toBe(400)
  expect(await post(provider, 'forged')).toBe(429)
  expect(await post('203.0.113.8', 'forged')).toBe(400)
  expect(await post(provider, signature)).toBe(200)
})
