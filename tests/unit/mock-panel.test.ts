import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Profile } from '../../contract/profile'
import { type Conditions, defaultConditions, needsReload } from '../../mocks/conditions'
import { panelScenarios } from '../../mocks/panel-scenarios'
import { parseScenario } from '../../mocks/scenarios'
import { openScenario } from '../support/scenario'
import { brokenSentences } from '../support/written-texts'

describe('the panel', () => {
  const offered = Object.values(panelScenarios).flat()

  test('offers every scenario that docs/mock-mode.md lists, and each can be played', () => {
    const [, table = ''] =
      /\| Scenario \|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)+)/.exec(
        readFileSync('docs/mock-mode.md', 'utf8'),
      ) ?? []
    const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word),
    )
    expect(listed.length).toBeGreaterThan(15)
    const words = offered.flatMap(([scenario]) => scenario.split(','))
    for (const word of listed) expect(words).toContain(word)
    for (const [scenario] of offered) expect(() => parseScenario(scenario)).not.toThrow()
  })

  test.each<[Partial<Conditions>, boolean]>([
    [{}, false],
    [{ latency: 100, failures: { login: 500 } }, false],
    [{ clock: 60_000 }, true],
    [{ currency: 'INR' }, true],
    [{ failures: { frame: 'network' } }, true],
  ])('says of %j that the page needs a reload: %s', (changes, isNeeded) => {
    expect(needsReload(defaultConditions, { ...defaultConditions, ...changes })).toBe(isNeeded)
  })
})

test('the audit entries of a scenario read as sentences', async () => {
  const { data } = await openScenario('admin,subscribed:growth,audit:9')
  expect(data.events.length).toBeGreaterThan(9)
  expect(brokenSentences(data.events)).toEqual([])
})

describe('a scenario with a plan', () => {
  test.each([
    ['subscribed', 'Starter', 'monthly', undefined],
    ['subscribed:growth', 'Growth', 'monthly', undefined],
    ['subscribed:scale:yearly', 'Scale', 'yearly', undefined],
    ['subscribed:scale:yearly:INR', 'Scale', 'yearly', 249_990],
    ['payment:pending,subscribed:growth:yearly:USD', 'Growth', 'yearly', undefined],
  ])('%s has %s, %s, in rupees: %s', async (scenario, name, interval, amount_in_inr) => {
    const { ask } = await openScenario(`admin,${scenario}`)
    const { organization }: Profile = await ask('/api/profile/')
    const payment_state = scenario.startsWith('payment') ? 'pending' : 'paid'
    expect(organization.subscription_plan).toMatchObject({ name, interval, payment_state })
    expect(organization.subscription_plan?.amount_in_inr).toBe(amount_in_inr)
  })

  // How it is paid, and what an admin is told then.
  test.each([
    ['payment:pending', { payment_state: 'pending', tried_until: expect.any(String) }],
    ['payment:halted', { payment_state: 'halted', ends_at: expect.any(String) }],
    ['payment:paused', { payment_state: 'paused' }],
    ['renewal:stopped', { payment_state: 'paid', can_be_kept_until: expect.any(String) }],
  ])('%s is reported by the profile', async (word, told) => {
    const { ask } = await openScenario(`admin,${word}`)
    expect((await ask('/api/profile/')).organization.subscription_plan).toMatchObject({
      ...told,
      payment_method: { kind: 'card', last_digits: expect.any(String) },
    })
  })

  test.each([
    'subscribed:',
    'subscribed:free',
    'subscribed:scale:weekly',
    'subscribed:scale:yearly:EUR',
    'subscribed:scale:yearly:INR:now',
  ])("can't have %s", (word) => {
    expect(() => parseScenario(word)).toThrow(`"${word}" is none of`)
  })
})
