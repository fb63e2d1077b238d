import { expect, test, vi } from 'vitest'
import { type AuditAction, type AuditEntry, auditActions } from '../../contract/audit-log'
import { auditGroups } from '../../src/audit/audit-kinds'
import { sentenceText } from '../../src/audit/audit-sentence'
import { formatWhen } from '../../src/lib/format-when'

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  ...{ entry_id: 'one', at: '2026-11-12T16:21:00.000Z', action: 'invited', details: {} },
  ...{ actor: { kind: 'user', name: 'Priya Sharma' }, subject: null, network: null },
  ...changes,
})

type Facts = AuditEntry['details'] & { subject?: string }

test.each<[AuditAction, Facts, string]>([
  ['plan-changed', { from: 'Growth', to: 'Scale' }, 'changed the plan from Growth to Scale'],
  [
    'profile-changed',
    { fields: ['name', 'contact-number'], from: 'Luke', to: 'Lukas' },
    'changed the name from Luke to Lukas and the contact number',
  ],
  ['made-admin', { subject: 'Mei' }, 'made Mei an admin'],
  ['data-exported', { subject: 'Mei' }, 'exported Mei’s data'],
  ['data-exported', {}, 'exported their own data'],
  ['address-changed', { from: 'a@b', to: 'c@d' }, 'changed their email address from a@b to c@d'],
  ['signed-in', { browser: 'Firefox' }, 'signed in from a new browser, Firefox'],
  ['sessions-ended', { count: 1 }, 'ended 1 session'],
  [
    'payment-failed',
    { amount: 9900, currency: 'USD', plan: 'A', reason: 'No funds.' },
    'could not take a payment of $99 for A: No funds.',
  ],
  ['payment-method-changed', { from: 'A', to: 'B' }, 'changed the payment method from A to B'],
  [
    'deletion-requested',
    { due: '2026-11-12T16:21:00.000Z' },
    'asked to have the organisation deleted on November 12, 2026',
  ],
  [
    'second-factor-required',
    { from: 'nobody', to: 'admins' },
    'changed who must use two-factor authentication from nobody to admins',
  ],
  ['report-removed', { report: 'Sales', subject: 'Mei' }, 'stopped emails to Mei about Sales'],
  ['invoice-corrected', { from: '1', to: '2' }, 'replaced tax invoice 1 with 2'],
  ['recovery-code-used', { count: 9 }, 'used a recovery code, 9 left'],
  ['second-factor-reset', { subject: 'Mei Lin' }, 'reset Mei Lin’s two-factor authentication'],
  ['invited', { addresses: ['a@b', 'c@d', 'e@f', 'g', 'h'] }, 'invited a@b, c@d, e@f and 2 more'],
  ['payment-method-changed', { plan: 'A', to: 'UPI' }, 'set the payment method for A to UPI'],
])('%s reads as a sentence: %j', (action, { subject = null, ...details }, text) => {
  expect(sentenceText(entry({ action, subject, details }))).toBe(text)
})

test('whoever buys a plan has paid, and takes no payment, as the payment provider does', () => {
  const paid = { plan: 'Growth', amount: 9950, currency: 'USD' }
  const sentence = (details: AuditEntry['details'], changes: Partial<AuditEntry> = {}) =>
    sentenceText(entry({ action: 'payment-taken', details, ...changes }))
  expect(sentence(paid, { actor: { kind: 'provider' } })).toBe(
    'took a payment of $99.50 for Growth',
  )
  expect(sentence(paid)).toBe('paid $99.50 for Growth')
})

test('every kind of action has one sentence, and can be selected', () => {
  for (const action of auditActions) {
    expect(sentenceText(entry({ action, subject: 'somebody' })), action).toMatch(/^[a-z]/)
  }
  const offered = Object.values(auditGroups).flatMap((group) => Object.keys(group))
  expect(offered.toSorted()).toEqual([...auditActions].toSorted())
})

test('the date of an entry names the year if it is another one', () => {
  const now = new Date('2026-11-12T16:21:00').getTime()
  const format = (text: string) =>
    formatWhen(new Date(text).toISOString(), now).replace(/\s/gu, ' ')
  expect(format('2026-11-12T13:05:00')).toBe('Today, 1:05 PM')
  expect(format('2026-11-11T18:40:00')).toBe('Yesterday, 6:40 PM')
  expect(format('2026-11-09T11:47:00')).toBe('Nov 9, 11:47 AM')
  expect(format('2025-12-27T09:00:00')).toBe('Dec 27, 2025, 9:00 AM')
})

test('yesterday is the day before today, also where a day has 23 hours', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  // Another zone needs another format.
  vi.resetModules()
  const { formatAgo, formatWhen: format } = await import('../../src/lib/format-when')
  const afterTheChange = Date.parse('2026-03-30T00:30:00+02:00')
  expect(format('2026-03-29T12:00:00+02:00', afterTheChange)).toMatch(/^Yesterday, 12:00/)
  expect(format('2026-03-28T23:45:00+01:00', afterTheChange)).toMatch(/^Mar 28, 11:45/)

  const early = Date.parse('2026-11-12T01:00:00+01:00')
  // Clocks differ.
  expect(formatAgo('2026-11-12T01:05:00+01:00', early)).toBe('just now')
  expect(formatAgo('2026-11-11T12:00:00+01:00', early)).toBe('13 hours ago')
  expect(formatAgo('2026-11-10T23:00:00+01:00', early)).toBe('2 days ago')
})
