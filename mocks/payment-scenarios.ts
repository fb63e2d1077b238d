import { networkOf } from '../server/api/networks'
import { checkPayment, stopRenewing } from '../server/billing/plan/billing-details'
import { boughtBy } from '../server/billing/plan/renewals'
import { day, later, monthsAfter } from '../server/lib/time'
import { byUser } from '../server/people/author'
import { createMockServices } from './mock-api'
import type { ScenarioTarget } from './organisation-scenarios'

/** The scenarios of a plan's payment, with the state that each reaches. */
export const paymentScenarios = [
  'payment:pending',
  'payment:halted',
  'payment:paused',
  'renewal:stopped',
] as const
export type PaymentScenario = (typeof paymentScenarios)[number]

/** Moves the plan's start into the past, and lets the sandbox reach the scenario's state. */
export async function reachPaymentState(
  scenario: PaymentScenario,
  { data, organisation, admin }: ScenarioTarget,
): Promise<void> {
  const live = data.subscriptions.find(({ state }) => state === 'live')
  const sandboxSubscription = data.sandboxSubscriptions.find(({ id }) => id === live?.id)
  if (!live || !sandboxSubscription) return
  const now = new Date()
  const isRenewed = scenario === 'payment:pending' || scenario === 'payment:halted'
  // The failed renewal is a day old, or older than its last retry; otherwise the period began ten days ago.
  const months = sandboxSubscription.interval === 'yearly' ? 12 : 1
  const paidAt = isRenewed
    ? later(monthsAfter(now, -months), scenario === 'payment:pending' ? -day : -5 * day)
    : later(now, -10 * day)
  Object.assign(sandboxSubscription, { createdAt: paidAt, paidAt })
  if (isRenewed) sandboxSubscription.acts.push({ kind: 'card', at: paidAt, card: 'failing' })
  if (scenario === 'payment:paused')
    sandboxSubscription.acts.push({ kind: 'pause', at: later(now, -3 * day) })
  const author = byUser(admin, networkOf(undefined))
  const renewal = boughtBy(author, paidAt)
  Object.assign(live, { createdAt: paidAt, startedAt: paidAt, renewal })
  const services = createMockServices(data)
  await checkPayment(services, organisation)
  if (scenario === 'renewal:stopped') {
    await stopRenewing(services, organisation, author)
  }
  await services.work.runDue()
}
