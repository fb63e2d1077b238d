import { Client } from 'pg'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { rateLimits } from '../../server/api/limits'
import type { Store } from '../../server/api/store'
import { createApp } from '../../server/app/app'
import { createMemoryStore, emptyMemoryData } from '../../server/app/memory-store'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { demoAdmin, demoPassword, seedDemoData } from '../../server/demo/demo'
import { createDatabase } from '../support/postgresql'
import { silentLog } from './sql-store-examples'

interface Statement {
  text: string
  /** Under which the connection has prepared it. */
  name?: string | undefined
}

/** A store whose every statement is written down; of one in memory, every question. */
interface WatchedStore {
  store: Store
  statements: Statement[]
}

const watchedStores: Record<string, () => Promise<WatchedStore>> = {
  async PostgreSQL() {
    const statements: Statement[] = []
    const query = Client.prototype.query as (...parameters: unknown[]) => unknown
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...parameters: unknown[]
    ) {
      statements.push(parameters[0] as Statement)
      return query.apply(this, parameters)
    })
    const url = await createDatabase(inject('postgresqlUrl'))
    return { store: await openPostgresqlStore(url, silentLog), statements }
  },

  async memory() {
    const statements: Statement[] = []
    const store = new Proxy(createMemoryStore(), {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...parameters: unknown[]) => {
          statements.push({ text: String(name) })
          return method.apply(target, parameters)
        }
      },
    })
    return { store, statements }
  },
}

afterEach(() => void vi.restoreAllMocks())

describe.each(Object.entries(watchedStores))('on %s', (kind, open) => {
  test('a read takes the fewest statements, and none of them writes', async () => {
    const { store, statements } = await open()
    // Two answers may differ by a second of the dashboard link's age.
    const now = new Date()
    const services = createMockServices(emptyMemoryData(), silentLog, () => now, undefined, store)
    await seedDemoData(services)
    const app = createApp({ ...services, rateLimits: rateLimits() })
    let token = ''
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const answer = await app.request(`/api/${path}/`, init)
      expect(answer.status, path).toBe(200)
      return await answer.json()
    }
    const post = (path: string, body: object) => call('POST', path, body)
    const credentials = { email: demoAdmin.email, password: demoPassword }
    token = (await post('login', credentials)).access

    /** Calls twice, so that statements are prepared. @returns the cost of the second call. */
    const costOf = async (path: string) => {
      const answer = await call('GET', path)
      const before = statements.length
      expect(await call('GET', path)).toEqual(answer)
      return { answer, asked: statements.slice(before) }
    }
    const expectReads = (asked: Statement[], count: number) => {
      expect(asked).toHaveLength(count)
      const reads = kind === 'memory' ? /^(find|all)/ : /^select (?!.* for (no key )?update)/
      for (const { text } of asked) expect(text).toMatch(reads)
      if (kind !== 'PostgreSQL') return
      const earlier = statements.slice(0, -count)
      for (const { text, name } of asked) {
        expect(name).toMatch(/^orglens_[0-9a-f]{40}$/)
        expect(earlier).toContainEqual(expect.objectContaining({ text, name }))
      }
    }

    const free = await costOf('profile')
    expect(free.answer).toMatchObject({ email: demoAdmin.email, is_subscribed: false })
    expectReads(free.asked, 1)

    const plan_id = 'plan_starter_monthly_usd'
    const { subscription_id } = await post('create-subscription', { plan_id })
    const payment = await services.payments.sandbox?.pay(subscription_id)
    if (!payment || typeof payment === 'string') throw new Error(`Not paid: ${payment}`)
    await post('verify-subscription', {
      subscription_id,
      razorpay_payment_id: payment.paymentId,
      razorpay_signature: payment.signature,
    })
    const subscribed = await costOf('profile')
    expect(subscribed.answer).toMatchObject({ is_subscribed: true })
    expectReads(subscribed.asked, 1)

    const activity = await costOf('subscription-activity')
    expect(activity.answer).toMatchObject({ data: [{ plan_name: 'Starter', status: true }] })
    expectReads(activity.asked, 2)

    expect((await costOf('pricing')).asked).toEqual([])
    await store.close()
  })
})
