import * as v from 'valibot'
import { isoDate, longest, textUpTo } from './text'

/*
 * Extension `audit-log`: who did what in an organisation, for its admins.
 */

/** What an entry can tell of. The comment says which of `details` it has, and what `subject` is. */
export const auditActions = [
  /** The organisation was founded. */
  'signed-up',
  /** By an invitation. */
  'joined',
  /** In a browser that wasn't known: `browser`. */
  'signed-in',
  'left',
  /** `fields`: which ones; where the name is one of them, `from` and `to`. */
  'profile-changed',
  /** `from`, `to`: addresses. */
  'address-changed',
  /** By the link of a notice: `from`, `to`. */
  'address-put-back',
  'password-changed',
  'second-factor-set',
  /** By oneself. */
  'second-factor-removed',
  /** By an admin: `subject`, whose it was. */
  'second-factor-reset',
  'recovery-codes-renewed',
  /** `count`: how many are left. */
  'recovery-code-used',
  /** Somebody with the right password gave more wrong codes than a day allows. */
  'codes-refused',
  /** `subject`: the address. */
  'invited',
  'invitation-sent-again',
  'invitation-revoked',
  'invitation-expired',
  /** `subject`: whose role it is. */
  'made-admin',
  'made-member',
  /** `subject`: who isn't a member any more. */
  'removed',
  /** `subject`: whose data was handed out. */
  'data-exported',
  /** What was kept of a former member's name and addresses is gone. */
  'erased',
  /** `plan`. */
  'subscribed',
  /** `from`, `to`: plans. */
  'plan-changed',
  'renewal-stopped',
  'renewal-kept',
  /** By an admin: `plan`. */
  'plan-cancelled',
  /** By the provider: `plan`. */
  'plan-ended',
  /** `plan`, `amount`, `currency`. */
  'payment-taken',
  /** `plan`, `reason`. */
  'payment-failed',
  /** `plan`. */
  'payment-refunded',
  /** By something else than logging out: `count`. */
  'sessions-ended',
  /** One user did more in a day than is entered one by one: `count`. */
  'more',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The few facts of an action; which ones, `auditActions` says. */
export const auditDetails = v.object({
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  fields: v.optional(v.array(v.picklist(['name', 'contact-number']))),
  plan: v.optional(v.string()),
  /** In the currency's smallest unit: 2900 is $29. */
  amount: v.optional(v.number()),
  currency: v.optional(v.string()),
  count: v.optional(v.number()),
  /** In words: 'Firefox on Windows'. */
  browser: v.optional(v.string()),
  reason: v.optional(v.string()),
})
export type AuditDetails = v.InferOutput<typeof auditDetails>

/** Names and addresses are as they were when it happened; of who was erased, 'a former member'. */
const actor = v.object({
  /** `provider`: the payment provider. `operator`: whoever runs the site. */
  kind: v.picklist(['user', 'provider', 'operator', 'orglens']),
  /** Only of users. */
  name: v.optional(v.string()),
  /** Only of users who weren't erased. */
  email: v.optional(v.string()),
})

const auditEntry = v.object({
  entry_id: v.string(),
  at: isoDate,
  actor,
  action: v.picklist(auditActions),
  /** Whom or what it is about: a name or an address. */
  subject: v.nullish(v.string(), null),
  details: auditDetails,
  /** Where it was done from: an IPv4 address, or the /48 of an IPv6 one. */
  network: v.nullish(v.string(), null),
})
export type AuditEntry = v.InferOutput<typeof auditEntry>

/** The most entries that one answer has. */
export const mostAuditEntries = 1000

const notANumber = `The number of entries is a whole number from 1 to ${mostAuditEntries}.`

/** The query string of `getAuditLog`: all of it may be left out. */
export const auditLogRequest = v.object({
  /** `next` of the answer before: what is older than that one's entries. */
  before: v.optional(textUpTo(longest.cursor)),
  /** How many entries to answer at most; 100 without it. */
  most: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(notANumber),
      v.minValue(1, notANumber),
      v.maxValue(mostAuditEntries, notANumber),
    ),
  ),
  /** Only these. */
  action: v.optional(v.picklist(auditActions)),
  /** Only those with this in actor, subject or details, in upper or lower case. */
  text: v.optional(textUpTo(longest.name)),
})

/** Newest first. */
export const auditLogResponse = v.object({
  data: v.array(auditEntry),
  /** Asks for what is older; null: there is no more. */
  next: v.nullish(v.string(), null),
})
export type AuditLog = v.InferOutput<typeof auditLogResponse>
