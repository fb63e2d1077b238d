import { expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'

test.each([
  ['en-IN', 'IN'],
  ['hi-in,en;q=0.8', 'IN'],
  ['sr-Latn-RS;q=0.9', 'RS'],
  ['en', 'US'],
  ['*', 'US'],
  ['', 'US'],
  [`en-${'x'.repeat(10_000)}`, 'US'],
])('a visitor whose first language is %j is in %s', async (language, country) => {
  const request = new Request('http://localhost/sandbox/country.json', {
    headers: { 'accept-language': language },
  })
  const answer = await createApp(createMockServices(emptyMemoryData())).fetch(request)
  expect(await answer.json()).toEqual({ country })
})
