import {
  CalendarCheck,
  CalendarX,
  CircleAlert,
  CircleArrowUp,
  CreditCard,
  FileDown,
  Fingerprint,
  LifeBuoy,
  LockKeyhole,
  LogIn,
  LogOut,
  type LucideIcon,
  MailCheck,
  MailPlus,
  MailX,
  PencilLine,
  ReceiptText,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
  Trash2,
  UserMinus,
  UserPlus,
} from 'lucide-react'
import type { AuditAction } from '../../contract/audit-log'

/**
 * A kind of entry: its name in the filter, its icon, and the icon's colour. Red: it failed or was refused. Amber: it
 * loosens or deletes something.
 */
type Kind = readonly [name: string, icon: LucideIcon, tone?: 'warn' | 'bad']

/** The kinds of entries, grouped by subject. */
export const auditGroups: Readonly<Record<string, Partial<Record<AuditAction, Kind>>>> = {
  People: {
    'signed-up': ['Signed up', UserPlus],
    joined: ['Joined', UserPlus],
    left: ['Left', UserMinus, 'warn'],
    removed: ['Removed', UserMinus, 'warn'],
    'made-admin': ['Made admin', ShieldCheck],
    'made-member': ['Made member', ShieldCheck],
  },
  Invitations: {
    invited: ['Invited', MailPlus],
    'invitation-sent-again': ['Sent again', MailPlus],
    'invitation-revoked': ['Revoked', MailX],
    'invitation-expired': ['Expired', MailX],
  },
  Accounts: {
    'signed-in': ['Signed in', LogIn],
    'sessions-ended': ['Sessions ended', LogOut],
    'profile-changed': ['Profile changed', PencilLine],
    'address-changed': ['Address changed', PencilLine],
    'address-put-back': ['Address restored', PencilLine],
    'password-changed': ['Password changed', LockKeyhole],
    'second-factor-set': ['Two-factor set up', Smartphone],
    'second-factor-removed': ['Two-factor off', Smartphone, 'warn'],
    'second-factor-reset': ['Two-factor reset', Smartphone, 'warn'],
    'passkey-added': ['Passkey added', Fingerprint],
    'passkey-removed': ['Passkey removed', Fingerprint, 'warn'],
    'passkey-refused': ['Passkey refused', Fingerprint, 'bad'],
    'recovery-codes-renewed': ['New recovery codes', LifeBuoy],
    'recovery-code-used': ['Recovery code used', LifeBuoy],
    'codes-refused': ['Wrong codes', Smartphone, 'bad'],
    'data-exported': ['Data exported', FileDown],
    erased: ['Erased', UserMinus, 'warn'],
  },
  Plans: {
    subscribed: ['Subscribed', CircleArrowUp],
    'plan-changed': ['Plan changed', CircleArrowUp],
    'renewal-stopped': ['Renewal stopped', CalendarX],
    'renewal-kept': ['Renewal kept', CalendarCheck],
    'plan-cancelled': ['Plan cancelled', CalendarX],
    'plan-ended': ['Plan ended', CalendarX],
    'payment-taken': ['Payment taken', CreditCard],
    'payment-failed': ['Payment failed', CircleAlert, 'bad'],
    'payment-refunded': ['Payment refunded', CreditCard],
    'payment-method-changed': ['Payment method changed', CreditCard],
    'payments-paused': ['Payments paused', CreditCard],
    'payments-resumed': ['Payments resumed', CreditCard],
  },
  Receipts: {
    'buyer-changed': ['Buyer changed', ReceiptText],
    'copy-added': ['Copies added', ReceiptText],
    'copy-removed': ['Copies stopped', ReceiptText],
    'invoice-corrected': ['Invoice replaced', ReceiptText],
  },
  Organisation: {
    renamed: ['Renamed', PencilLine],
    'slug-changed': ['Its address changed', PencilLine],
    'deletion-requested': ['Deletion requested', Trash2, 'warn'],
    'deletion-withdrawn': ['Deletion cancelled', Trash2],
    'second-factor-required': ['Two-factor required', ShieldAlert, 'warn'],
  },
  Reports: {
    'report-subscribed': ['Report asked for', MailCheck],
    'report-removed': ['Report stopped', MailX],
    'report-paused': ['Report paused', MailX],
  },
}

/** The same kinds, by action. */
export const auditKinds: Readonly<Record<AuditAction, Kind>> = Object.assign(
  {},
  ...Object.values(auditGroups),
)
