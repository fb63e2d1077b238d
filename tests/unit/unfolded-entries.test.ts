import { expect, test } from 'vitest'
import type { folds } from '../../server/audit/events'
import { type Limit, rateLimits } from '../../server/http/limits'

const day = 24 * 60 * 60 * 1000
const table = rateLimits()

/** @returns how often somebody may do something in a day at most: all at once, and whatever refills until its end. */
function mostOfDay(limits: readonly Limit[]): number {
  const ofPerson = limits.filter(({ by }) => ['user', 'organisation'].includes(by.join()))
  return Math.min(...ofPerson.map(({ calls, window }) => calls * (1 + day / window)))
}

const shared = (limits: readonly Limit[], name: string) =>
  limits.filter(({ sharedAs }) => sharedAs === name)

const { floor } = Math
/** How many links that put an address back somebody has at once (`server/profile/profile.ts`). */
const undoLinks = 3
/** How long the link lives that undoes a second factor, in days (D98): one for each that was set up. */
const undoDays = 7
const changedAddresses = mostOfDay(table.changeAddress)
const resets = mostOfDay(table.setPasswordByLink)
const factorsSet = mostOfDay(table.setSecondFactor)
const undoneFactors = factorsSet + (undoDays - 1) * floor(factorsSet / 2)
const mostPasskeys = 10
/** What lets a person write entries that never fold, and how many a day at most. */
const causes = {
  'over people': mostOfDay(shared(table.setRole, 'over people')),
  address: changedAddresses,
  // Also by whoever has the mailbox of the new one (D90).
  'putting an address back': changedAddresses + undoLinks,
  password: mostOfDay(table.setPassword) + resets + undoneFactors,
  'setting up a factor': factorsSet,
  // There is one, beside passkeys.
  'removing a factor': factorsSet + 1 + mostPasskeys,
  'a copied passkey': mostOfDay(table.tellOfRefusedPasskey),
  'recovery codes': mostOfDay(table.renewRecoveryCodes),
  // With a link it is asked for once. One that undoes a second factor asks for none.
  'using a recovery code': mostOfDay(table.useRecoveryCode) + resets + changedAddresses + undoLinks,
  'wrong codes':
    mostOfDay(table.tellOfRefusedCodes) +
    mostOfDay(table.tellOfCodesRefusedBySessions) +
    mostOfDay(table.tellOfCodesRefusedByLinks),
  export: mostOfDay(table.exportData),
  sessions: mostOfDay(table.endSessions),
  // Bought or changed, paid or refunded, cancelled.
  checkouts: 3 * mostOfDay(table.createSubscription),
  renewals: mostOfDay(shared(table.stopRenewing, 'renewals')),
  'payment method': mostOfDay(table.changePaymentMethod),
  'the organisation’s address': mostOfDay(table.slugChanged),
  // Asked for, and taken back.
  'the organisation’s end': 2 * mostOfDay(table.deletionRequested),
  'the organisation’s rule': mostOfDay(table.secondFactorRuleChanged),
  // Once in the life of an account.
  'coming and going': 2,
  /** The provider, the operator, Orglens. */
  'nobody’s': 0,
}

type Unfolded = { [Name in keyof typeof folds]: (typeof folds)[Name] extends true ? never : Name }

/** A kind of entry that never folds has to say here what limits it. */
const causeOf: Record<Unfolded[keyof Unfolded], keyof typeof causes> = {
  'made-admin': 'over people',
  'made-member': 'over people',
  removed: 'over people',
  'second-factor-reset': 'over people',
  'address-changed': 'address',
  'address-put-back': 'putting an address back',
  'password-changed': 'password',
  'second-factor-set': 'setting up a factor',
  'second-factor-removed': 'removing a factor',
  'passkey-added': 'setting up a factor',
  'passkey-removed': 'removing a factor',
  'passkey-refused': 'a copied passkey',
  'recovery-codes-renewed': 'recovery codes',
  'recovery-code-used': 'using a recovery code',
  'codes-refused': 'wrong codes',
  'data-exported': 'export',
  'sessions-ended': 'sessions',
  subscribed: 'checkouts',
  'plan-changed': 'checkouts',
  'payment-taken': 'checkouts',
  'plan-cancelled': 'checkouts',
  'refund-owed': 'checkouts',
  'renewal-stopped': 'renewals',
  'renewal-kept': 'renewals',
  'payment-method-changed': 'payment method',

  'slug-changed': 'the organisation’s address',
  'deletion-requested': 'the organisation’s end',
  'deletion-withdrawn': 'the organisation’s end',
  'second-factor-required': 'the organisation’s rule',
  'signed-up': 'coming and going',
  joined: 'coming and going',
  left: 'coming and going',
  erased: 'nobody’s',
  'plan-ended': 'nobody’s',
  'payment-failed': 'nobody’s',
  'payments-paused': 'nobody’s',
  'payments-resumed': 'nobody’s',
  'payment-refunded': 'nobody’s',
  'subscription-corrected': 'nobody’s',
  'renewal-changed': 'nobody’s',
  'refund-begun': 'nobody’s',
  'refund-failed': 'nobody’s',
  'refund-reopened': 'nobody’s',
  'report-paused': 'nobody’s',
  'invoice-corrected': 'nobody’s',
  more: 'nobody’s',
}

test('one person writes fewer than 500 entries a day that never fold (D94)', () => {
  const total = Object.values(causes).reduce((sum, count) => sum + count, 0)
  expect(total).toBeLessThan(500)
  expect(Object.values(causes).every(Number.isFinite)).toBe(true)
  expect(new Set(Object.values(causeOf))).toEqual(new Set(Object.keys(causes)))
})

test('what an admin does to others counts together, and so do stopping and keeping a renewal (D94)', () => {
  for (const name of ['setRole', 'removeMember', 'resetTwoFactor'] as const) {
    expect(shared(table[name], 'over people'), name).toHaveLength(1)
  }
  for (const name of ['stopRenewing', 'keepRenewing'] as const) {
    expect(shared(table[name], 'renewals'), name).toHaveLength(1)
  }
})

test('no two limits of one thing have the same count', () => {
  for (const [name, limits] of Object.entries(table)) {
    const counts = limits.map(({ by, sharedAs = name }) => `${sharedAs} by ${by.join(' and ')}`)
    expect(new Set(counts).size, name).toBe(counts.length)
  }
})
