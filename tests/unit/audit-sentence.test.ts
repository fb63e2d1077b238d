import { expect, onTestFinished, test, vi } from 'vitest'
import { type AuditEntry, auditActions } from '../../contract/audit-log'
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

test.each([
  ['made-admin', 'Daniel Osei', {}, 'made Daniel Osei an admin'],
  ['plan-changed', null, { from: 'Growth', to: 'Scale' }, 'changed the plan from Growth to Scale'],
  ['invitation-sent-again', 'mei@acme.test', {}, 'invited mei@acme.test again'],
  [
    'signed-in',
    null,
    { browser: 'Firefox on Windows' },
    'signed in from a new browser, Firefox on Windows',
  ],
  [
    'profile-changed',
    null,
    { fields: ['name', 'contact-number'], from: 'Luke', to: 'Lukas' },
    'changed the name from Luke to Lukas and the contact number',
  ],
  ['profile-changed', null, { fields: ['renewal-reminders'] }, 'changed the reminders of renewals'],
  ['recovery-code-used', null, { count: 9 }, 'used a recovery code, 9 left'],
  ['second-factor-reset', 'Mei Lin', {}, 'reset the second factor of Mei Lin'],
  ['sessions-ended', null, { count: 1 }, 'ended 1 session'],
  ['renamed', null, { from: 'Acme', to: 'Apex' }, 'renamed the organisation from Acme to Apex'],
  [
    'slug-changed',
    null,
    { from: 'acme', to: 'apex' },
    'changed the organisation’s address from acme to apex',
  ],
  [
    'second-factor-required',
    null,
    { from: 'admins', to: 'everybody' },
    'changed who must use a second factor from admins to everybody',
  ],
  ['data-exported', 'Mei Lin', {}, 'exported the data of Mei Lin'],
  ['data-exported', null, {}, 'exported their own data'],
  ['more', null, { count: 12 }, 'did 12 more things that day'],
  [
    'more',
    null,
    { count: 12, kind: 'profile-changed' },
    'did 12 more things that day: Profile changed',
  ],
  ['more', null, { count: 12, kind: 'of-a-later-version' }, 'did 12 more things that day'],
  ['invited', 'a@b.test', {}, 'invited a@b.test'],
  ['invited', null, { addresses: ['a@b.test', 'c@d.test'] }, 'invited a@b.test and c@d.test'],
  [
    'invited',
    null,
    { addresses: ['a@b.test', 'c@d.test', 'e@f.test'] },
    'invited a@b.test, c@d.test and e@f.test',
  ],
  [
    'invited',
    null,
    { addresses: ['a@b.test', 'c@d.test', 'e@f.test', 'g@h.test', 'i@j.test'] },
    'invited a@b.test, c@d.test, e@f.test and 2 more',
  ],
] as const)('%s reads as a sentence', (action, subject, details, text) => {
  expect(
    sentenceText(entry({ action, subject, details: structuredClone(details) as object })),
  ).toBe(text)
})

test.each([
  [
    { plan: 'Growth', from: 'Visa ending in 4242', to: 'Visa ending in 0341' },
    'changed the payment method for Growth from Visa ending in 4242 to Visa ending in 0341',
  ],
  [
    { plan: 'Growth', to: 'Visa ending in 0341' },
    'set the payment method for Growth to Visa ending in 0341',
  ],
  [{ plan: 'Growth', from: 'UPI' }, 'changed the payment method for Growth'],
])('a change of the payment method is a sentence: %j', (details, text) => {
  expect(sentenceText(entry({ action: 'payment-method-changed', details }))).toBe(text)
})

const provider = { kind: 'provider' } as const

test.each([
  [
    'payment-taken',
    null,
    { plan: 'Growth', amount: 9900, currency: 'USD' },
    'took a payment of $99 for Growth',
  ],
  [
    'payment-refunded',
    null,
    { plan: 'Growth', amount: 9900, currency: 'USD' },
    'refunded a payment of $99 for Growth',
  ],
  ['payments-paused', null, { plan: 'Growth' }, 'paused the payments for Growth'],
  ['payments-resumed', null, { plan: 'Growth' }, 'charges for Growth again'],
  [
    'payment-taken',
    null,
    { plan: 'Growth', amount: 9950, currency: 'USD' },
    'took a payment of $99.50 for Growth',
  ],
  [
    'payment-taken',
    null,
    { plan: 'Growth', amount: 9900, currency: 'JPY' },
    'took a payment of ¥9,900 for Growth',
  ],
  [
    'payment-failed',
    null,
    { plan: 'Growth', reason: 'card declined' },
    'could not take a payment for Growth: card declined',
  ],
] as const)('%s by the payment provider reads as a sentence', (action, subject, details, text) => {
  expect(sentenceText(entry({ actor: provider, action, subject, details }))).toBe(text)
})

test('an amount names its currency as prices do (D61)', () => {
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
  const paid = (details: AuditEntry['details']) =>
    sentenceText(entry({ action: 'payment-taken', details }))
  expect(paid({ plan: 'Growth', amount: 9900, currency: 'USD' })).toBe('paid $99 for Growth')
  expect(paid({ plan: 'Growth' })).toBe('paid for Growth')
  expect(paid({})).toBe('paid')
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
