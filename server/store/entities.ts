import type { Currency, PaymentState } from '../../contract/billing'

/*
 * The entities that Orglens stores: plain data that every part of the server may import.
 */

/** An organisation, which its members share. */
export interface Organisation {
  id: string
  name: string
  /** Lower case, ASCII, hyphens; unique (D31). */
  slug: string
  createdAt: Date
}

/** One person in one organisation (D31). */
export interface User {
  id: string
  organisationId: string
  fullName: string
  /** As typed. */
  email: string
  /** Unique; mail goes there: see `emailKey` in `server/domain/email.ts`. */
  emailKey: string
  passwordHash: string
  /** Country code, a hyphen, then digits; null means none. */
  contactNumber: string | null
  isAdmin: boolean
  /** When they must have set up a second factor by; null: not required yet, or done. */
  secondFactorDue: Date | null
  /** Whether they get mails before a yearly renewal, as an admin (D113). */
  renewalReminders: boolean
  /** Whether a link that was mailed to the address of the sign-up, or a later one, was used (D90). */
  isAddressProven: boolean
  /**
   * The address before this one, as typed, to which the account returns unless this one is proven to be theirs (D90);
   * null: there is none, or it is proven.
   */
  formerEmail: string | null
  createdAt: Date
}

/** A user's changes to themselves. Absent or undefined fields stay as they are. */
export type UserChanges = Pick<User, 'fullName' | 'email' | 'emailKey'> & {
  [Name in 'contactNumber' | 'renewalReminders']?: User[Name] | undefined
}

/** A user with their organisation. */
export interface Membership {
  user: User
  organisation: Organisation
}

/** A caller and their organisation's plan: only what most calls need, because every one reads it. */
export interface Caller {
  sessionId: string
  user: Omit<User, 'passwordHash' | 'createdAt'>
  organisation: Organisation
  /** The organisation's plan, its currency and its renewal; null: none. */
  live: Pick<Subscription, 'id' | 'plan' | 'currency' | 'renewal'> | null
  /** Whether an open checkout may have been paid, so that the provider should be asked first. */
  mayBePaid: boolean
}

/** One plan in an organisation's history. */
export interface PlanPeriod {
  planName: string
  state: Subscription['state']
  startedAt: Date
  endedAt: Date | null
}

/** One sign-in, alive until it expires or is revoked (D35). */
export interface Session {
  id: string
  userId: string
  /** Only the hash of the refresh token is stored. */
  refreshTokenHash: string
  createdAt: Date
  expiresAt: Date
  /** Its name ('Firefox on Windows') at sign-in; null: from before names were stored. */
  browser: string | null
  /** The network of the last renewal (`server/networks.ts`); null: unknown. */
  network: string | null
  /** When the access token was last renewed; null: from before this was stored. */
  lastActiveAt: Date | null
  /** When a code was last given to do what a second factor guards (D92); null: never. */
  codeGivenAt: Date | null
}

/** A session that ended because its account was deleted: whoever has its token learns why (D100). */
export interface Farewell {
  /** As the session's. */
  refreshTokenHash: string
  organisationId: string
  /** `removed`: by an admin or the operator. `left`: by the user. */
  why: 'removed' | 'left'
  /** As the session's. */
  expiresAt: Date
}

/** A browser and network that a user has signed in from. Others are reported by mail (extension `account`). */
export interface KnownBrowser {
  userId: string
  /** Its name. */
  browser: string
  /** Its wide network; empty: unknown. */
  network: string
  /** The last sign-in. */
  seenAt: Date
}

/** What came of an attempt to sign in. The last three: of a password or code given in a session, or with a mailed link. */
export type SignInResult =
  | 'signed-in'
  | 'wrong-password'
  /** The password was right, and there was no code. */
  | 'code-asked'
  | 'wrong-code'
  | 'wrong-password-of-session'
  | 'wrong-code-of-session'
  | 'wrong-code-of-link'

/** A user's attempts of one result, from one browser and network on one day, for the operator (D133). */
export interface SignIn {
  /** In the order of the first ones, among the ids of entries too: `newEntryId`. */
  id: string
  organisationId: string
  /** They may be gone. */
  userId: string
  /** The user's address at the last one, as typed. */
  email: string
  /** Of the site's time zone: '2026-11-24'. */
  day: string
  result: SignInResult
  /** Its name. Empty, like the network: of whatever came after the most that a day lists. */
  browser: string
  /** The wide network. */
  network: string
  firstAt: Date
  lastAt: Date
  count: number
}

/** An invitation of one address, until it is used or expires (D32). */
export interface Invitation {
  id: string
  organisationId: string
  /** The invited address; only the hash of the link's token is stored. */
  emailKey: string
  /** That address as typed; null: from before this was stored. */
  email: string | null
  /** The inviter's name; null: likewise. */
  invitedBy: string | null
  /** The inviter's account; null: likewise. */
  invitedById: string | null
  tokenHash: string
  createdAt: Date
  expiresAt: Date
  /** When its link was last opened; null until then. */
  openedAt: Date | null
  /** The network that opened it (`server/networks.ts`); null: unknown. */
  openedFrom: string | null
  /** The id of its mail; null: unknown. */
  mailId: string | null
  /** When the mail server accepted that mail, or refused it for good; null: neither. */
  mailSettledAt: Date | null
  /** The reason of the refusal; null: none. */
  mailFailure: string | null
  /** Whether the audit log has its expiry. */
  expiryTold: boolean
}

/**
 * A link by which a user may set a new password: a reset, of which there may be several (D32, D64), or one that takes an
 * account back, after its address was changed without the password (D66) or a second factor was set up (D98). It asks for
 * the second factor that is older than the link; a younger one falls with it (D89).
 */
export interface PasswordLink {
  userId: string
  /** The key of the address it is mailed to: a reset is valid only while the user has that address. */
  emailKey: string
  /** That address as typed, which using the link restores; null: it restores none. */
  putsBack: string | null
  /** Whether it came with the news of a second factor, and undoes that. */
  undoesFactor: boolean
  tokenHash: string
  createdAt: Date
  expiresAt: Date
}

/** The contents of a mail, in both of its parts. */
export interface MailContent {
  subject: string
  /** Each link is on a line of its own. */
  text: string
  /** A whole document; user input is escaped. */
  html: string
}

/** A mail in the outbox: written in the same step as its cause, and delivered from there. */
export interface Mail extends MailContent {
  id: string
  /** One address. */
  to: string
  /** The user whom it is for; null: somebody without an account, or from before this was stored. */
  userId: string | null
  createdAt: Date
  /**
   * Its place among the due mails, earliest first. Null: before all others. So nobody waits for a
   * reset or a notice because others invite, nor for an invitation because one organisation invites many.
   */
  turnAt: Date | null
  /** When to try next; null for a captured mail, which is never sent. */
  nextAttemptAt: Date | null
  /** Failed attempts so far. */
  attempts: number
}

/** What a plan costs in one currency. */
export interface PlanPrice {
  /** In the currency's smallest unit: 2900 is $29. */
  amount: number
  /** The provider's plan that charges this amount, this often. */
  razorpayPlanId: string
}

/** The limits of a plan. */
export interface PlanLimits {
  /** People, including invited ones. */
  members?: number | undefined
  dashboards?: number | undefined
}

/** A plan on offer; docs/billing.md explains each field. */
export interface Plan {
  name: string
  tagLine: string
  interval: 'monthly' | 'yearly'
  points: string[]
  /** Absent: unlimited. Plans from before there were limits have none. */
  limits?: PlanLimits | undefined
  prices: { USD: PlanPrice } & { [Other in Exclude<Currency, 'USD'>]?: PlanPrice }
}

/** How a plan is paid. */
export interface PaymentMethod {
  /** The provider's term: `card`, `upi`, `emandate`. */
  kind: string
  /** Of a card: 'Visa'. Null, like the digits: unknown. */
  network: string | null
  lastDigits: string | null
}

/** The provider's report on a subscription's charges at one instant. */
export interface Charges {
  /** By the provider's clock: older reports never replace newer ones. */
  asOf: Date
  /**
   * `pending`: the last charge failed and is retried. `halted`: it isn't retried any more. `paused`: nothing
   * is charged until somebody resumes it at the provider. `authorised`: nothing has been charged yet.
   */
  state: PaymentState
  /** The last charged period. */
  periodStart: Date | null
  periodEnd: Date | null
  nextChargeAt: Date | null
  method: PaymentMethod | null
  /** The least number of payments so far; absent: reported to an older version. */
  paidCount?: number
}

/** The person whose payment method is charged. */
export interface Payer {
  userId: string
  /** When they gave it, by the provider's clock. */
  at: Date
  /** The payment that proves it; null: it is that of the checkout. */
  paymentId: string | null
}

/** How a plan continues: the provider's report on its charges, and the admins' decision. */
export interface Renewal {
  /** Null: no report yet. */
  charges: Charges | null
  /** Since when nothing can be charged (`halted`, `authorised`), by the provider's clock. */
  unchargedSince: Date | null
  /** The end of the plan if its renewal was stopped: the end of the period. */
  stopsAt: Date | null
  /**
   * Whether the provider knows that. `being-told`: it may, so it can't be undone any more. `told`: it
   * has confirmed it.
   */
  provider: 'unaware' | 'being-told' | 'told'
  /** The end that was announced to the admins. */
  announcedEnd: Date | null
  /** The last reminder (D113): of which charge, and how many days ahead. Absent if an earlier version saved it. */
  reminded?: { renewsAt: Date; daysAhead: number } | null
  /** The beginning of the first period whose charge failed; null or absent: the current one is paid. */
  unpaidFrom?: Date | null
  /** From the checkout on; null or absent: unknown. */
  payer?: Payer | null
}

/** An organisation's checkout of a plan, and its result. */
export interface Subscription {
  /** The provider's id. */
  id: string
  organisationId: string
  /** As it was at checkout, even if the offer changes later. */
  plan: Plan
  /** The currency that is charged. */
  currency: Currency
  /**
   * `unpaid`: not known to be paid. `live`: the organisation's plan. `upgraded`: ended by
   * another plan. `cancelled`: ended otherwise. `void`: never was the organisation's plan, and never
   * will be.
   */
  state: 'unpaid' | 'live' | 'upgraded' | 'cancelled' | 'void'
  createdAt: Date
  /** Whether it is known to be paid, though perhaps not by which payment. */
  wasPaid: boolean
  /** When it became the organisation's plan; null: never. */
  startedAt: Date | null
  endedAt: Date | null
  /**
   * When the provider is next asked about it or, once it has ended, told about the end. Null: the provider
   * has confirmed the end and listed the payments, so nothing is left to ask.
   */
  nextCheckAt: Date | null
  /** The number of failed checks since the last successful one. */
  checkFailures: number
  /** Null: no report and no decision, or saved by an older version. */
  renewal: Renewal | null
  /** Of a live one: when its renewal needs the next step, even without news from the provider. */
  nextStepAt: Date | null
}

/** The basis of a decision on an organisation's subscriptions. */
export interface Billing {
  /** Every plan so far, and the subscription that the decision is about. */
  subscriptions: Subscription[]
  /** Payments of that subscription whose refund was already decided. */
  refundedPaymentIds: string[]
}

/** A payment to refund, until it is refunded (D47). */
export interface Refund {
  /** The provider's id. */
  paymentId: string
  subscriptionId: string
  /** `never-the-plan`: it bought nothing. `after-the-end`: it was taken after the plan's end. */
  reason: 'never-the-plan' | 'after-the-end'
  /** `refused`: the provider failed or refuses for good; the operator has to act. */
  state: 'owed' | 'done' | 'refused'
  /** The provider's id of the refund; null: not begun. */
  refundId: string | null
  createdAt: Date
  /** When to try or poll next; null: done or refused. */
  nextAttemptAt: Date | null
  /** The number of failures so far. */
  attempts: number
  /** The provider's last error message. */
  failure: string | null
  /** When it was done or refused. */
  settledAt: Date | null
}
