import { expect, test } from 'vitest'
import { openScenario } from '../support/scenario'

/** Mock mode's words for how a plan is paid, and what an admin is told then (D81). */

test.each([
  ['payment:pending', { payment_state: 'pending', tried_until: expect.any(String) }],
  ['payment:halted', { payment_state: 'halted', ends_at: expect.any(String) }],
  ['payment:paused', { payment_state: 'paused' }],
  ['renewal:stopped', { payment_state: 'paid', can_be_kept_until: expect.any(String) }],
])('the profile reports the scenario %s', async (word, told) => {
  const { ask } = await openScenario(`admin,${word}`)
  expect((await ask('/api/profile/')).organization.subscription_plan).toMatchObject({
    ...told,
    payment_method: { kind: 'card', last_digits: expect.any(String) },
  })
})
