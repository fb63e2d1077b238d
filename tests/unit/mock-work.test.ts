import { expect, test } from 'vitest'
import { answerRequest } from '../../mocks/mock-api'
import { requestTo } from '../support/request-to'
import { openScenario } from '../support/scenario'

test('mock mode does due work after each request', async () => {
  const { data, token } = await openScenario('admin')
  const post = async (path: string, body: object) => {
    const response = await answerRequest(data, requestTo(path, { body, token }))
    return [response.status, await response.json()] as const
  }
  const create = async (plan_id: string) =>
    (await post('/api/create-subscription/', { plan_id }))[1].subscription_id
  const verify = async (subscription_id: string) => {
    const [, payment] = await post('/sandbox/pay', { subscription_id })
    return (await post('/api/verify-subscription/', { ...payment, subscription_id }))[0]
  }
  const isOver = (id: string) =>
    data.sandboxSubscriptions.find((entry) => entry.id === id)?.endedAt != null

  const [starter, twice, growth] = [
    await create('plan_starter_monthly_usd'),
    await create('plan_starter_monthly_usd'),
    await create('plan_growth_monthly_usd'),
  ]
  expect(await verify(starter)).toBe(200)
  expect(await verify(twice)).toBe(409)
  expect(isOver(twice)).toBe(true)
  expect(data.refunds).toMatchObject([{ subscriptionId: twice, state: 'done' }])
  expect(isOver(starter)).toBe(false)
  expect(await verify(growth)).toBe(200)
  expect(isOver(starter)).toBe(true)
})
