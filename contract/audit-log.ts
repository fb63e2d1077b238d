import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins } from './endpoint'
import { isoDate, longest, textUpTo } from './text'

/* The audit log of an organisation, for its admins. */

/** The kinds of entries. Each comment names the fields of the entry's `details`, and says who its `subject` is. */
export const auditActions = [
  /** The organisation was founded. */
  'signed-up',
  /** Joined by an invitation. */
  'joined',
  /** A sign-in from an unknown browser: `browser`. */
  'signed-in',
  'left',
  /** `fields`: the names of the changed fields; `from`, `to`: the former and the new name, if it changed. */
  'profile-changed',
  /** `from`, `to`: addresses. */
  'address-changed',
  /** The link in a notice restored the former address: `from`, `to`. */
  'address-put-back',
  'password-changed',
  'second-factor-set',
  /** Removed by the user. */
  'second-factor-removed',
  /** Removed by an admin; `subject`: the user who had it. */
  'second-factor-reset',
  'passkey-added',
  'passkey-removed',
  /** A passkey that seems to be a copy. */
  'passkey-refused',
  'recovery-codes-renewed',
  /** `count`: the number left. */
  'recovery-code-used',
  /** Somebody with the right password exceeded the daily limit of wrong codes. */
  'codes-refused',
  /** `subject`: the address; of several, `addresses`. */
  'invited',
  /** `subject`: the address. */
  'invitation-sent-again',
  'invitation-revoked',
  'invitation-expired',
  /** `subject`: the member. */
  'made-admin',
  'made-member',
  /** `subject`: the former member. */
  'removed',
  /** `subject`: the person of the data; null: the author's own. */
  'data-exported',
  /** A former member's name and addresses were erased. */
  'erased',
  /** `plan`. */
  'subscribed',
  /** `from`, `to`: plans. */
  'plan-changed',
  'renewal-stopped',
  'renewal-kept',
  /** Cancelled by an admin: `plan`. */
  'plan-cancelled',
  /** Ended by the provider: `plan`. */
  'plan-ended',
  /** `plan`, `amount`, `currency`. */
  'payment-taken',
  /** `plan`, `amount`, `currency`, `reason`. */
  'payment-failed',
  /** Payments were paused at the provider: `plan`. */
  'payments-paused',
  /** Payments go on after a pause, or after the provider had given up charging: `plan`. */
  'payments-resumed',
  /**
   * `plan`; `to`: the payment method, such as 'Visa ending in 4242'; `from`: the former one, if it was another. Both as
   * far as known.
   */
  'payment-method-changed',
  /** `plan`, `amount`, `currency`. */
  'payment-refunded',
  /** Sessions ended other than by logging out: `count`. */
  'sessions-ended',
  /** The organisation was renamed: `from`, `to`. */
  'renamed',
  /** The organisation's slug was changed: `from`, `to`. */
  'slug-changed',
  /** The organisation's deletion was requested: `due`, the time at which it will be deleted. */
  'deletion-requested',
  'deletion-withdrawn',
  /** The organisation's rule about second factors was changed: `from`, `to`, who must have one. */
  'second-factor-required',
  /** A user subscribed to a dashboard by mail: `report`, the dashboard's name. */
  'report-subscribed',
  /** `report`; `subject`: the recipient, if an admin stopped the report. */
  'report-removed',
  /** Orglens paused a report: `report`; `subject`: the recipient. */
  'report-paused',
  /** The buyer that payments are billed to was changed: `company`, and `tax_id` if the buyer has one. */
  'buyer-changed',
  /** An accounting address was added, and is asked by mail whether it wants copies of receipts: `subject`. */
  'copy-added',
  'copy-removed',
  /**
   * The operator corrected an invoice by a credit note and a new invoice: `from`, `to`, the numbers of both invoices.
   */
  'invoice-corrected',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The facts of an action; `auditActions` says which. */
const auditDetails = v.object({
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  fields: v.optional(v.array(v.picklist(['name', 'contact-number', 'renewal-reminders']))),
  addresses: v.optional(v.array(v.string())),
  plan: v.optional(v.string()),
  /** In the currency's smallest unit: 2900 is $29. */
  amount: v.optional(v.number()),
  currency: v.optional(v.string()),
  count: v.optional(v.number()),
  /** The browser's name: 'Firefox on Windows'. */
  browser: v.optional(v.string()),
  reason: v.optional(v.string()),
  due: v.optional(isoDate),
  /** A dashboard's name. */
  report: v.optional(v.string()),
  company: v.optional(v.string()),
  tax_id: v.optional(v.string()),
})
export type AuditDetails = v.InferOutput<typeof auditDetails>

/** Names and addresses as of the event; of an erased person, 'a former member'. */
const actor = v.object({
  /** `provider`: the payment provider. `operator`: the operator of the site. */
  kind: v.picklist(['user', 'provider', 'operator', 'orglens']),
  /** For users only. */
  name: v.optional(v.string()),
  /** For users who weren't erased. */
  email: v.optional(v.string()),
})

const auditEntry = v.object({
  entry_id: v.string(),
  at: isoDate,
  actor,
  action: v.picklist(auditActions),
  /** The name or address of the person concerned. */
  subject: v.nullish(v.string(), null),
  details: auditDetails,
  /** The author's network: an IPv4 address, or the /48 of an IPv6 one. */
  network: v.nullish(v.string(), null),
})
export type AuditEntry = v.InferOutput<typeof auditEntry>

/** The maximum number of entries in an answer. */
export const mostAuditEntries = 1000

const notANumber = `The number of entries is a whole number from 1 to ${mostAuditEntries}.`

/** The query string of `getAuditLog`: every field is optional. */
const auditLogRequest = v.object({
  /** `next` of the previous answer: only older entries. */
  before: v.optional(textUpTo(longest.cursor)),
  /** The number of entries; 100 by default. */
  most: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(notANumber),
      v.minValue(1, notANumber),
      v.maxValue(mostAuditEntries, notANumber),
    ),
  ),
  /** Only this kind. */
  action: v.optional(v.picklist(auditActions)),
  /** Only entries with this text in actor, subject or details, ignoring case. */
  text: v.optional(textUpTo(longest.name)),
})

/** Newest first. */
const auditLogResponse = v.object({
  data: v.array(auditEntry),
  /** The cursor for older entries; null: there are none. */
  next: v.nullish(v.string(), null),
})
export type AuditLog = v.InferOutput<typeof auditLogResponse>

export const auditLogCalls = {
  getAuditLog: {
    isOurs: true,
    method: 'GET',
    path: '/api/audit-log/',
    request: auditLogRequest,
    response: auditLogResponse,
    ...forAdmins,
  },
} as const satisfies Record<string, Endpoint>

export const auditLogExamples: Examples<typeof auditLogCalls> = {
  getAuditLog: {
    summary: 'Who did what, newest first',
    request: {
      before: 'next of the answer before',
      most: 100,
      action: 'made-admin',
      text: 'priya',
    },
    answer: {
      data: [
        {
          entry_id: '019a8b7c6d5e000000a1b2c3d4e5f6',
          at: '2026-10-12T08:00:00.000Z',
          actor: { kind: 'user', name: 'Priya Sharma', email: 'admin@acme.test' },
          action: 'made-admin',
          subject: 'Daniel Okafor',
          details: {},
          network: '203.0.113.7',
        },
      ],
      next: null,
    },
  },
}
