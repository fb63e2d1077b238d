import { expect, onTestFinished, test, vi } from 'vitest'
import { type AuditAction, type AuditEntry, auditActions } from '../../contract/audit-log'
import { actionGroups } from '../../src/audit/audit-actions'
import { sentenceOf, sentenceText } from '../../src/audit/audit-sentence'
import { createInstantFormat, createWhenFormat, formatAgo } from '../../src/lib/format-when'

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  entry_id: 'one',
  at: '2026-11-12T16:21:00.000Z',
  actor: { kind: 'user', name: 'Priya Sharma', email: 'priya@acme.test' },
  action: 'invited',
  subject: null,
  details: {},
  network: null,
  ...changes,
})

type Facts = AuditEntry['details'] & { subject?: string }

test.each<[AuditAction, Facts, string]>([
  ['made-admin', { subject: 'Daniel Osei' }, 'made Daniel Osei an admin'],
  ['plan-changed', { from: 'Growth', to: 'Scale' }, 'changed the plan from Growth to Scale'],
  ['invitation-sent-again', { subject: 'mei@acme.test' }, 'invited mei@acme.test again'],
  ['signed-in', { browser: 'Firefox on Mac' }, 'signed in from a new browser, Firefox on Mac'],
  [
    'profile-changed',
    { fields: ['name', 'contact-number'], from: 'Luke', to: 'Lukas' },
    'changed the name from Luke to Lukas and the contact number',
  ],
  ['profile-changed', { fields: ['renewal-reminders'] }, 'changed the reminders of renewals'],
  ['recovery-code-used', { count: 9 }, 'used a recovery code, 9 left'],
  ['second-factor-reset', { subject: 'Mei Lin' }, 'reset Mei Lin’s two-factor authentication'],
  ['sessions-ended', { count: 1 }, 'ended 1 session'],
  ['renamed', { from: 'Acme', to: 'Apex' }, 'renamed the organisation from Acme to Apex'],
  ['slug-changed', { from: 'a', to: 'b' }, 'changed the organisation’s address from a to b'],
  [
    'second-factor-required',
    { from: 'admins', to: 'everybody' },
    'changed who must use two-factor authentication from admins to everybody',
  ],
  ['data-exported', { subject: 'Mei Lin' }, 'exported Mei Lin’s data'],
  ['data-exported', {}, 'exported their own data'],
  ['invited', { subject: 'a@b.test' }, 'invited a@b.test'],
  ['invited', { addresses: ['a@b.test', 'c@d.test'] }, 'invited a@b.test and c@d.test'],
  ['invited', { addresses: ['a@b', 'c@d', 'e@f'] }, 'invited a@b, c@d and e@f'],
  ['invited', { addresses: ['a@b', 'c@d', 'e@f', 'g', 'h'] }, 'invited a@b, c@d, e@f and 2 more'],
  [
    'payment-method-changed',
    { plan: 'Growth', from: 'Visa ending in 4242', to: 'Visa ending in 0341' },
    'changed the payment method for Growth from Visa ending in 4242 to Visa ending in 0341',
  ],
  [
    'buyer-changed',
    { company: 'Acme Labs', tax_id: 'DE 1' },
    'changed whom payments are billed to: Acme Labs',
  ],
  ['copy-added', { subject: 'a@b.test' }, 'added a@b.test for copies of receipts'],
  ['copy-removed', { subject: 'a@b.test' }, 'stopped copies of receipts to a@b.test'],
  [
    'invoice-corrected',
    { from: 'OL/26-27/000001', to: 'OL/26-27/000002' },
    'replaced tax invoice OL/26-27/000001 with OL/26-27/000002',
  ],
  ['payment-method-changed', { plan: 'A', to: 'UPI' }, 'set the payment method for A to UPI'],
  ['payment-method-changed', { plan: 'A', from: 'UPI' }, 'changed the payment method for A'],
])('%s reads as a sentence: %j', (action, { subject = null, ...details }, text) => {
  expect(sentenceText(entry({ action, subject, details }))).toBe(text)
})

const paid = { plan: 'Growth', amount: 9900, currency: 'USD' }

test.each<[AuditAction, Facts, string]>([
  ['payment-taken', paid, 'took a payment of $99 for Growth'],
  ['payment-refunded', paid, 'refunded a payment of $99 for Growth'],
  ['payments-paused', { plan: 'Growth' }, 'paused the payments for Growth'],
  ['payments-resumed', { plan: 'Growth' }, 'charges for Growth again'],
  ['payment-taken', { ...paid, amount: 9950 }, 'took a payment of $99.50 for Growth'],
  ['payment-taken', { ...paid, currency: 'JPY' }, 'took a payment of ¥9,900 for Growth'],
  ['payment-failed', { plan: 'A', reason: 'no money' }, 'could not take a payment for A: no money'],
])('%s by the payment provider reads as a sentence: %j', (action, details, text) => {
  expect(sentenceText(entry({ actor: { kind: 'provider' }, action, details }))).toBe(text)
})

test('an amount names its currency as prices do', () => {
  const { NumberFormat } = Intl
  onTestFinished(() => {
    Intl.NumberFormat = NumberFormat
  })
  const amountIn = (locale: string, currency: string) => {
    class OfVisitor extends NumberFormat {
      constructor(given?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) {
        super(given ?? locale, options)
      }
    }
    Intl.NumberFormat = OfVisitor as typeof NumberFormat
    const details = { amount: 9900, currency }
    return sentenceText(entry({ action: 'payment-taken', details }))
  }
  expect(amountIn('en-GB', 'USD')).toBe('paid $99')
  expect(amountIn('en-AU', 'USD')).toBe('paid US$99')
  expect(amountIn('en-US', 'CAD')).toBe('paid CA$99')
})

test('whoever buys a plan has paid, and takes no payment', () => {
  const said = (details: AuditEntry['details']) =>
    sentenceText(entry({ action: 'payment-taken', details }))
  expect(said(paid)).toBe('paid $99 for Growth')
  expect(said({ plan: 'Growth' })).toBe('paid for Growth')
  expect(said({})).toBe('paid')
})

test('marks the subject of a sentence, whatever a name contains', () => {
  expect(sentenceOf(entry({ action: 'made-admin', subject: '{plan} {subject}' }))).toEqual([
    { text: 'made ', isSubject: false },
    { text: '{plan} {subject}', isSubject: true },
    { text: ' an admin', isSubject: false },
  ])
})

test('every kind of action has one sentence, and can be selected', () => {
  for (const action of auditActions) {
    expect(sentenceText(entry({ action, subject: 'somebody' })), action).toMatch(/^[a-z]/)
  }
  const offered = Object.values(actionGroups).flatMap((group) => Object.keys(group))
  expect(offered.toSorted()).toEqual([...auditActions].toSorted())
})

test('an unknown currency breaks nothing', () => {
  const details = { amount: 5, currency: 'no currency' }
  expect(sentenceText(entry({ action: 'payment-taken', details }))).toBe('paid 5')
})

test('the date of an entry names the year if it is another one', () => {
  const format = createWhenFormat('en-GB')
  const at = (text: string) => new Date(text).toISOString()
  const now = new Date('2026-11-12T16:21:00').getTime()
  expect(format(at('2026-11-12T10:32:00'), now)).toBe('Today, 10:32')
  expect(format(at('2026-11-11T18:40:00'), now)).toBe('Yesterday, 18:40')
  expect(format(at('2026-11-09T11:47:00'), now)).toBe('9 Nov, 11:47')
  expect(format(at('2026-10-12T16:00:00'), now)).toBe('12 Oct, 16:00')
  expect(format(at('2025-11-12T16:00:00'), now)).toBe('12 Nov 2025, 16:00')
  expect(format(at('2025-12-27T09:00:00'), now)).toBe('27 Dec 2025, 09:00')
})

test('an instant in full has its seconds, and a month that nobody takes for a day', () => {
  const at = new Date('2026-11-12T16:21:07').toISOString()
  expect(createInstantFormat('en-GB')(at)).toBe('12 Nov 2026, 16:21:07')
})

test.each(['en-US', 'en-IN'])('a time with AM or PM stays on one line in %s', (locale) => {
  const now = new Date('2026-11-12T23:00:00').getTime()
  const at = new Date('2026-11-12T22:32:00').toISOString()
  expect(createWhenFormat(locale)(at, now)).toMatch(/^Today, [^ ]*10:32[^ ]*$/)
})

test('yesterday is the day before today, also where a day has 23 hours', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const format = createWhenFormat('en-GB')
  const afterTheChange = Date.parse('2026-03-30T00:30:00+02:00')
  expect(format('2026-03-29T12:00:00+02:00', afterTheChange)).toBe('Yesterday, 12:00')
  expect(format('2026-03-28T23:45:00+01:00', afterTheChange)).toBe('28 Mar, 23:45')

  const early = Date.parse('2026-11-12T01:00:00+01:00')
  expect(formatAgo('2026-11-11T12:00:00+01:00', early)).toBe('13 hours ago')
  expect(formatAgo('2026-11-11T00:30:00+01:00', early)).toBe('yesterday')
  expect(formatAgo('2026-11-10T23:00:00+01:00', early)).toBe('2 days ago')
})
