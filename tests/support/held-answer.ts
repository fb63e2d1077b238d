import { act } from '@testing-library/react'
import { http } from 'msw'
import type { Endpoint } from '../../contract/endpoint'
import { deferred } from './deferred'
import { api } from './test-api'

/**
 * From here on calls to an endpoint wait for their answer.
 * @returns a function that lets the API answer them.
 */
export function holdAnswer({ path }: Endpoint): () => Promise<void> {
  const held = deferred()
  // A handler that answers nothing leaves the call to those below it.
  api.server.use(http.all(`*${path}`, async () => void (await held.promise)))
  return () => act(async () => held.resolve())
}
