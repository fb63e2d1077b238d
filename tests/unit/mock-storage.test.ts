import { expect, test } from 'vitest'
import { answerRequest, createPlainDemoData } from '../../mocks/mock-api'
import type { MemoryData } from '../../server/app/memory-store'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { requestTo } from '../support/request-to'

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) freeze(part)
  Object.freeze(value)
}

/** @returns the data, whose tables the store can only replace. */
function withFrozenTables(data: MemoryData): MemoryData {
  freeze(Object.values(data))
  return new Proxy(data, {
    set(target, name, table) {
      freeze(table)
      return Reflect.set(target, name, table)
    },
  })
}

test('requests replace the tables that they change, so that mock mode saves them', async () => {
  const data = withFrozenTables(await createPlainDemoData())
  const call = async (path: string, body: object, more = {}) => {
    const response = await answerRequest(data, requestTo(path, { body, ...more }))
    expect(response.status, path).toBe(200)
    return await response.json()
  }
  const credentials = { email: demoAdmin.email, password: demoPassword }
  const { refresh, access: token } = await call('/api/login/', credentials)
  await call('/api/token/refresh/', { refresh })
  await call('/api/profile/', { full_name: 'A', email: demoAdmin.email }, { method: 'PUT', token })
  expect(data.events.at(-1)?.action).toBe('profile-changed')
})
