import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { describeAddresses } from './conformance/addresses'
import { describeBadInput } from './conformance/bad-input'
import { type Client, createClient } from './conformance/client'
import { describeFuzz } from './conformance/fuzz'
import { describeProfile } from './conformance/profile'
import { describeSessions } from './conformance/sessions'
import { describeSignup } from './conformance/signup'
import { describeSocket } from './conformance/socket'
import type { RunningApi, Target } from './conformance/target'

/** Registers the tests that every way of running the API must pass, over one of them. */
export function describeConformance({ name, start, clock, overSocket }: Target): void {
  describe(name, () => {
    let api: RunningApi | undefined
    let client: Client | undefined
    const getClient = () => {
      if (!client) throw new Error('The API has not been started.')
      return client
    }

    beforeAll(async () => {
      api = await start()
      client = createClient(api)
    })

    afterEach(() => clock?.reset())

    afterAll(() => api?.stop())

    describeSessions(getClient, clock)
    describeSignup(getClient)
    describeProfile(getClient)
    describeAddresses(getClient)
    describeBadInput(getClient)
    describeFuzz(getClient)
    if (overSocket) describeSocket(getClient)
  })
}
