import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'

const app = createApp(createMockServices(emptyMemoryData()))

test.each([
  ['en-IN', 'IN'],
  ['hi-in,en;q=0.8', 'IN'],
  ['sr-Latn-RS;q=0.9', 'RS'],
  ['en', 'US'],
  ['*', 'US'],
  ['', 'US'],
  [`en-${'x'.repeat(10_000)}`, 'US'],
])('a visitor whose first language is %j is in %s', async (language, country) => {
  const headers = { 'accept-language': language }
  const answer = await app.request('/sandbox/country.json', { headers })
  expect(await answer.json()).toEqual({ country })
})
