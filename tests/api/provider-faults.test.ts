import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Host } from '../../server/node/host'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { demoLogin, postTo } from '../support/post-to'
import { createDatabase } from '../support/postgresql'
import { type Answer, json, refusal, startRazorpayServer } from '../support/razorpay-server'

const planId = 'plan_starter_monthly_usd'
/** How long the provider is waited for: on a busy machine, one that answers takes a while. In ms. */
const timeout = 2_000
const errors: Record<string, unknown>[] = []
let provider: Awaited<ReturnType<typeof startRazorpayServer>>
let host: Host
let created = 0

const unpaid = () => ({ id: `sub_${created++}`, status: 'created', ended_at: null })

const subscribe = () =>
  postTo(host.url, 'create-subscription', { plan_id: planId }, { authorization })

let authorization: string

beforeAll(async () => {
  // Reads and background work poll the created subscription at any time.
  provider = await startRazorpayServer((response, request) => {
    const id = request.path?.split('/').at(-1)
    json(200, { ...unpaid(), id })(response, request)
  })
  const settings = readServerSettings({
    PORT: '0',
    RATE_LIMITS: 'off',
    DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
  })
  const error = (message: string, details?: object) => void errors.push({ ...details, message })
  host = await startHost(
    { ...settings, payments: { kind: 'razorpay', ...provider.options, timeout } },
    { info() {}, error },
    'no-site-here',
  )
  const signedIn = await postTo(host.url, 'login', demoLogin)
  authorization = `Bearer ${(await signedIn.json()).access}`
})

afterAll(async () => {
  await host.stop()
  provider.stop()
})

test.each<[string, number, Answer]>([
  ['fails', 503, json(500, { error: { description: 'We are facing some trouble' } })],
  [
    'answers when nobody waits any more',
    503,
    (response, request) => {
      void sleep(1.5 * timeout).then(() => json(200, unpaid())(response, request))
    },
  ],
  ['answers with far too much', 503, json(200, { ...unpaid(), notes: 'x'.repeat(20_000_000) })],
  ['refuses', 502, json(400, refusal('The id provided does not exist'))],
])(
  'a provider that %s is told as such, in one line, and all is well when it is',
  async (_what, status, answer) => {
    errors.length = 0
    provider.answer(answer)
    const refused = await subscribe()
    expect(refused.status).toBe(status)
    const { error, message, ...more } = await refused.json()
    expect(message).toContain('Nothing was changed')
    expect([error, more]).toEqual([message, status === 503 ? { code: 'unavailable' } : {}])
    expect(errors).toMatchObject([
      {
        message: 'A request failed',
        requestId: expect.any(String),
        route: 'createSubscription',
        status,
        error: expect.any(String),
      },
    ])
    expect(JSON.stringify(errors)).not.toContain('key secret')
    expect(String(errors[0]?.error).length).toBeLessThan(1_000)

    // Everything else goes on, and so does this as soon as it can.
    const profile = await fetch(`${host.url}/api/profile/`, { headers: { authorization } })
    expect(profile.status).toBe(200)
    provider.answer(json(200, unpaid()))
    expect((await subscribe()).status).toBe(200)
  },
)
