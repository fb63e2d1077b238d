import { randomUUID } from 'node:crypto'
import { createOrganisation } from '../../server/auth/signup'
import type { PasswordLink, Session } from '../../server/auth/tables'
import type { InvoiceReport } from '../../server/billing/receipts/receipts'
import type { Receipt } from '../../server/billing/receipts/tables'
import type { Refund } from '../../server/billing/refunds/tables'
import type { Subscription } from '../../server/billing/tables'
import { mailTo as newMail } from '../../server/mail/outbox'
import { newOrganisation } from '../../server/people/person'
import type { Organisation, User } from '../../server/people/tables'
import { bundledPlans } from '../../server/plans/plans'
import type { ChangeStore } from '../../server/store/change'
import type { Mail } from '../../server/store/outgoing-mail'
import { prepareInvitation } from '../../server/team/invitation'
import type { Invitation } from '../../server/team/tables'
import { entryExample, userExample } from '../support/examples'

export const createdAt = new Date('2026-01-02T03:04:05.678Z')
export const silentLog = { info() {}, error() {} }

export function secondsLater(seconds: number): Date {
  return new Date(createdAt.getTime() + seconds * 1000)
}

export function founding(slug: string, emailKey: string): [Organisation, User] {
  const organisation = newOrganisation({ name: slug, slug, createdAt })
  return [organisation, { ...userOf(organisation, emailKey), isAdmin: true }]
}

/** Keeps an organisation and its first admin, as a sign-up does. */
export const found = (store: ChangeStore, organisation: Organisation, admin: User) =>
  createOrganisation(store, null, organisation, admin, [
    entryExample({ organisationId: organisation.id }),
  ])

export function userOf(organisation: Organisation, emailKey: string): User {
  return userExample({
    id: randomUUID(),
    organisationId: organisation.id,
    email: emailKey,
    createdAt,
  })
}

const services = {
  clock: () => createdAt,
  mail: { captures: false },
  appUrl: 'https://app.example',
  productName: 'Orglens',
}

export function invitationTo(organisation: Organisation, email: string): Invitation {
  const user = { ...userOf(organisation, 'ada@acme.test'), id: 'ada' }
  const { invitation } = prepareInvitation(services, { user, organisation }, email)
  return { ...invitation, expiresAt: secondsLater(3600) }
}

export function resetOf(user: User): PasswordLink {
  return {
    userId: user.id,
    emailKey: user.emailKey,
    restoresEmail: null,
    undoesFactor: false,
    tokenHash: randomUUID(),
    createdAt,
    expiresAt: secondsLater(3600),
  }
}

export function sessionOf(user: User): Session {
  return {
    id: randomUUID(),
    userId: user.id,
    refreshTokenHash: randomUUID(),
    createdAt,
    expiresAt: secondsLater(3600),
    browser: 'Firefox on Windows',
    network: '203.0.113.7',
    lastActiveAt: createdAt,
    codeGivenAt: null,
    isByPasskey: false,
  }
}

export function mailTo(to: string, change: Partial<Mail> = {}): Mail {
  const content = { subject: 'Subject', text: 'Text', html: '<p>Text</p>' }
  return { ...newMail(services, { id: null, email: to }, content), to, ...change }
}

/** @returns a checkout of the first plan, which nobody has paid and whose check is due in 10 s. */
export function subscriptionOf(
  organisation: Organisation,
  change: Partial<Subscription> = {},
): Subscription {
  const [plan] = bundledPlans
  if (!plan) throw new Error('There are no plans.')
  return {
    id: randomUUID(),
    organisationId: organisation.id,
    plan,
    currency: 'INR',
    state: 'unpaid',
    createdAt,
    wasPaid: false,
    startedAt: null,
    endedAt: null,
    nextCheckAt: secondsLater(10),
    checkFailures: 0,
    renewal: null,
    nextStepAt: null,
    ...change,
  }
}

/** @returns a refund of a subscription's only payment, which is due at once. */
export function refundFor(subscription: Subscription, change: Partial<Refund> = {}): Refund {
  return {
    paymentId: `pay_${subscription.id}`,
    subscriptionId: subscription.id,
    reason: 'never-the-plan',
    state: 'owed',
    refundId: null,
    createdAt,
    nextAttemptAt: createdAt,
    attempts: 0,
    failure: null,
    settledAt: null,
    ...change,
  }
}

type Subscribed = Pick<Subscription, 'id' | 'organisationId'> & { plan: { name: string } }

/** @returns the receipt of a plan's payment, which a card made. */
export function receiptOf(
  { id: subscriptionId, organisationId, plan }: Subscribed,
  change: Partial<Receipt> = {},
): Receipt {
  return {
    id: `inv_${randomUUID()}`,
    subscriptionId,
    organisationId,
    organisationName: 'Acme',
    planName: plan.name,
    number: 'R-1',
    paymentId: `pay_${randomUUID()}`,
    issuedAt: secondsLater(1),
    paidAt: secondsLater(2),
    periodStart: secondsLater(1),
    periodEnd: secondsLater(3_000),
    // More than 32 bits have.
    amount: 990_000_000_000,
    refundedAmount: 0,
    currency: 'KWD',
    method: { kind: 'card', network: 'Visa', lastDigits: '4242' },
    url: 'https://rzp.io/i/x',
    askedAt: secondsLater(10),
    paymentAskedAt: secondsLater(10),
    refundHeardAt: null,
    billedTo: null,
    isMailed: false,
    ...change,
  }
}

/** @returns what the provider says of receipts and of withdrawn ones, when the first of them was asked for. */
export function reportedAs(receipts: readonly Receipt[], gone: readonly Receipt[] = []) {
  const invoiceOf = (receipt: Receipt, isGone: boolean): InvoiceReport['invoices'][number] => {
    const { id, number, paymentId, issuedAt, paidAt, periodStart, periodEnd } = receipt
    const { amount, currency, url } = receipt
    const times = { issuedAt, paidAt, periodStart, periodEnd }
    return { id, number, paymentId, ...times, amount, currency, url, isGone }
  }
  const payments: InvoiceReport['payments'] = new Map(
    receipts.flatMap(({ paymentId, refundedAmount, method, paidAt }) =>
      paymentId ? [[paymentId, { refundedAmount, method, madeAt: paidAt }]] : [],
    ),
  )
  const invoices = [
    ...receipts.map((receipt) => invoiceOf(receipt, false)),
    ...gone.map((receipt) => invoiceOf(receipt, true)),
  ]
  return { invoices, payments, askedAt: receipts[0]?.askedAt ?? secondsLater(20) }
}
