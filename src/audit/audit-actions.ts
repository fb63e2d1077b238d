import type { AuditAction } from '../../contract/audit-log'

/** The names of the kinds of action in the filter, grouped by subject. */
export const actionGroups: Readonly<Record<string, Partial<Record<AuditAction, string>>>> = {
  People: {
    'signed-up': 'Signed up',
    joined: 'Joined',
    left: 'Left',
    removed: 'Removed',
    'made-admin': 'Made admin',
    'made-member': 'Made member',
  },
  Invitations: {
    invited: 'Invited',
    'invitation-sent-again': 'Sent again',
    'invitation-revoked': 'Revoked',
    'invitation-expired': 'Expired',
  },
  Accounts: {
    'signed-in': 'Signed in',
    'sessions-ended': 'Sessions ended',
    'profile-changed': 'Profile changed',
    'address-changed': 'Address changed',
    'address-put-back': 'Address restored',
    'password-changed': 'Password changed',
    'second-factor-set': 'Two-factor set up',
    'second-factor-removed': 'Two-factor off',
    'second-factor-reset': 'Two-factor reset',
    'passkey-added': 'Passkey added',
    'passkey-removed': 'Passkey removed',
    'passkey-refused': 'Passkey refused',
    'recovery-codes-renewed': 'New recovery codes',
    'recovery-code-used': 'Recovery code used',
    'codes-refused': 'Wrong codes',
    'data-exported': 'Data exported',
    erased: 'Erased',
  },
  Plans: {
    subscribed: 'Subscribed',
    'plan-changed': 'Plan changed',
    'renewal-stopped': 'Renewal stopped',
    'renewal-kept': 'Renewal kept',
    'plan-cancelled': 'Plan cancelled',
    'plan-ended': 'Plan ended',
    'payment-taken': 'Payment taken',
    'payment-failed': 'Payment failed',
    'payment-refunded': 'Payment refunded',
    'payment-method-changed': 'Payment method changed',
    'payments-paused': 'Payments paused',
    'payments-resumed': 'Payments resumed',
  },
  Receipts: {
    'buyer-changed': 'Buyer changed',
    'copy-added': 'Copies added',
    'copy-removed': 'Copies stopped',
    'invoice-corrected': 'Invoice replaced',
  },
  Organisation: {
    renamed: 'Renamed',
    'slug-changed': 'Its address changed',
    'deletion-requested': 'Deletion requested',
    'deletion-withdrawn': 'Deletion cancelled',
    'second-factor-required': 'Two-factor required',
  },
  Reports: {
    'report-subscribed': 'Report asked for',
    'report-removed': 'Report stopped',
    'report-paused': 'Report paused',
  },
}

/** The same names, by action. */
export const actionNames: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(actionGroups),
)
