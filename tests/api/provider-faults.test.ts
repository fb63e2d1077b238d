import { expect, inject, onTestFinished, test } from 'vitest'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { demoLogin, postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { json, refusal, startRazorpayServer } from '../support/razorpay-server'

test('a call fails with 503 or 502, and one line of the log, while the provider fails or refuses, and works again after it', async () => {
  let created = 0
  const unpaid = () => ({ id: `sub_${created++}`, status: 'created', ended_at: null })
  // Reads and background work poll the created subscription at any time.
  const provider = await startRazorpayServer((response, request) => {
    const id = request.path?.split('/').at(-1)
    json(200, { ...unpaid(), id })(response, request)
  })
  onTestFinished(provider.stop)
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const settings = readServerSettings({ PORT: '0', RATE_LIMITS: 'off', DATABASE_URL })
  const errors: Record<string, unknown>[] = []
  const error = (message: string, details?: object) => void errors.push({ ...details, message })
  const host = await startHost(
    { ...settings, payments: { kind: 'razorpay', ...provider.options } },
    { info() {}, error },
    'no-site-here',
  )
  onTestFinished(host.stop)
  const { access } = await (await postTo(host.url, 'login', demoLogin)).json()
  const headers = { authorization: `Bearer ${access}` }
  const order = { plan_id: 'plan_starter_monthly_usd' }
  const subscribe = () => postTo(host.url, 'create-subscription', order, headers)

  for (const [status, answer] of [
    [503, json(500, { error: { description: 'We are facing some trouble' } })],
    [502, json(400, refusal('The id provided does not exist'))],
  ] as const) {
    errors.length = 0
    provider.answer(answer)
    const refused = await subscribe()
    expect(refused.status).toBe(status)
    const { error, message, ...more } = await refused.json()
    expect(message).toContain('Nothing was changed')
    expect([error, more]).toEqual([message, status === 503 ? { code: 'unavailable' } : {}])
    const line = { message: 'A request failed', route: 'createSubscription', status }
    expect(errors).toMatchObject([{ ...line, requestId: expect.any(String) }])
    expect(JSON.stringify(errors)).not.toContain('key secret')
    // Everything else goes on, and so does this as soon as it can.
    expect((await fetch(`${host.url}/api/profile/`, { headers })).status).toBe(200)
    provider.answer(json(200, unpaid()))
    expect((await subscribe()).status).toBe(200)
  }
})
