import type { BilledTo } from '../server/billing/buyer/tables'
import { saveReceipts } from '../server/billing/receipts/receipts'
import type { Subscription } from '../server/billing/tables'
import { day, later, monthsAfter } from '../server/lib/time'
import { bundledPlans } from '../server/plans/plans'
import { createMockServices } from './mock-api'
import type { ScenarioTarget } from './organisation-scenarios'
import { mockTax } from './tax'

/** Made-up buyers, by their scenario: one in the seller's state, and one abroad. */
export const mockBuyers = {
  india: {
    legalName: 'Acme Analytics Private Limited',
    lines: ['4th Floor', '17 Residency Road'],
    city: 'Bengaluru',
    region: '29',
    postalCode: '560025',
    country: 'IN',
    taxId: '29AAACA0000A1ZU',
    reference: 'PO 4500-2217',
  },
  abroad: {
    legalName: 'Acme Analytics GmbH',
    lines: ['Example Street 1'],
    city: 'Berlin',
    region: '',
    postalCode: '10115',
    country: 'DE',
    taxId: 'DE123456788',
    reference: '',
  },
} as const satisfies Record<string, BilledTo>
export type BuyerScenario = keyof typeof mockBuyers

/** Gives an organisation a buyer, and two accounting addresses, one of which hasn't confirmed yet. */
export function addBuyer({ data, organisation }: ScenarioTarget, which: BuyerScenario): void {
  const now = new Date()
  const { id: organisationId } = organisation
  data.buyers.push({ organisationId, billedTo: mockBuyers[which] })
  for (const [email, confirmedAt] of [
    ['accounts@acme.test', now],
    ['audit@acme.test', null],
  ] as const) {
    const id = crypto.randomUUID()
    const nothing = { refusedAt: null, removedAt: null }
    data.copies.push({
      id,
      organisationId,
      email,
      emailKey: email,
      createdAt: now,
      confirmedAt,
      ...nothing,
    })
  }
}

/**
 * Adds receipts with tax invoices, one a month up to the last month.
 * @param isRefunded whether the fourth-last was refunded, with a credit note.
 */
export async function addInvoices(
  { data, organisation }: ScenarioTarget,
  count: number,
  isRefunded: boolean,
): Promise<void> {
  const now = new Date()
  let at = now
  const services = Object.assign(
    createMockServices(data, undefined, () => at),
    { tax: mockTax },
  )
  const mailCount = data.mails.length
  const subscription = { id: 'sub_scenario', organisationId: organisation.id, state: 'void' }
  // Only receipts of a known subscription are saved.
  data.subscriptions.push(subscription as Subscription)
  const save = (index: number, refundedAmount: number) => {
    const name = index < count ? 'Growth' : 'Starter'
    const plan = bundledPlans.find((one) => one.name === name && one.interval === 'monthly')
    const paidAt = monthsAfter(now, -index)
    const paymentId = `pay_scenario_${index}`
    const invoice = {
      id: `inv_scenario_${index}`,
      number: null,
      paymentId,
      issuedAt: paidAt,
      paidAt,
      periodStart: paidAt,
      periodEnd: monthsAfter(now, 1 - index),
      amount: plan?.prices.INR?.amount ?? 0,
      currency: 'INR',
      url: null,
      isGone: false,
    }
    const method = { kind: 'card', network: 'Visa', lastDigits: '4242' }
    const payments = new Map([[paymentId, { refundedAmount, method, madeAt: paidAt }]])
    const report = { invoices: [invoice], payments, askedAt: at }
    return saveReceipts(services, { ...subscription, plan } as Subscription, report)
  }
  for (let index = count; index > 0; index -= 1) {
    at = monthsAfter(now, -index)
    await save(index, 0)
    at = later(at, 10 * day)
    if (isRefunded && index === 3) await save(index, 799_900)
  }
  data.subscriptions.pop()
  // Their mails went out long ago.
  data.mails.length = mailCount
}
