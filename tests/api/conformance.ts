import { basename } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../support/conformance/client'
import { loggedErrors, type RunningApi, type Target } from '../support/conformance/targets'

/** Registers the tests of a subject, as far as the target can run them. */
type Suite = (client: Client, target: Target) => void

/** Every file of `conformance/` is one. */
const suites = import.meta.glob<Suite>('./conformance/*.ts', { import: 'default', eager: true })

/** Registers the tests that every way of running the API must pass, over one of them. */
export function describeConformance(target: Target): void {
  describe(target.name, () => {
    // Whole once it has started: tests are registered before.
    const api = {} as RunningApi
    const client = createClient(api)

    beforeAll(async () => {
      Object.assign(api, await target.start())
    })

    afterEach(() => target.clock.reset())

    afterAll(() => api.stop())

    for (const [path, registerSuite] of Object.entries(suites)) {
      const subject = basename(path, '.ts')
      if (target.runs && !target.runs(subject)) continue
      describe(subject, () => {
        registerSuite(client, target)

        test('no server logged an error', () => {
          expect(loggedErrors.splice(0)).toEqual([])
        })
      })
    }
  })
}
