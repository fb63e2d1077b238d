import type { Currency, PaymentState } from '../../contract/billing'
import type { SandboxAct } from './sandbox-act'

/*
 * What Orglens keeps. Plain data: every part of the server may know it.
 */

/** An organisation: what its members share. */
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
  /** As it was typed; mail goes there. */
  email: string
  /** What makes it unique: see `emailKey` in `server/domain/email.ts`. */
  emailKey: string
  passwordHash: string
  /** Country code, a hyphen, then digits; null means none. */
  contactNumber: string | null
  isAdmin: boolean
  /** By when they must have set up a second factor; null: nobody has asked them, or they have one. */
  secondFactorDue: Date | null
  createdAt: Date
}

/** A user's changes to themselves. Fields left out, or undefined, stay as they are. */
export type UserChanges = Pick<User, 'fullName' | 'email' | 'emailKey'> & {
  [Name in 'contactNumber']?: User[Name] | undefined
}

/** A user together with the organisation they belong to. */
export interface Membership {
  user: User
  organisation: Organisation
}

/**
 * Who makes a call, and their organisation's plan. Every call reads it, so it holds only what most of them
 * need.
 */
export interface Caller {
  sessionId: string
  user: Omit<User, 'passwordHash' | 'createdAt'>
  organisation: Organisation
  /** The organisation's plan, what it is charged in, and how it goes on; null: it has none. */
  live: Pick<Subscription, 'id' | 'plan' | 'currency' | 'renewal'> | null
  /** Whether one of its checkouts may have been paid, so that the provider should be asked first. */
  mayBePaid: boolean
}

/** One plan that an organisation has had, as its activity shows it. */
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
  /** The refresh token itself is kept nowhere. */
  refreshTokenHash: string
  createdAt: Date
  expiresAt: Date
  /** In words ('Firefox on Windows'), as it was at the sign-in; null: a version that didn't keep it. */
  browser: string | null
  /** From which network it was last renewed (`server/networks.ts`); null: not known. */
  network: string | null
  /** When its access token was last renewed; null: a version that didn't keep it. */
  lastActiveAt: Date | null
}

/** Where a user has signed in before. Other places are reported by mail (extension `account`). */
export interface KnownBrowser {
  userId: string
  /** In words. */
  browser: string
  /** The wide network that it was in; empty: not known. */
  network: string
  /** When somebody last signed in there. */
  seenAt: Date
}

/** A place in an organisation, kept for one address until it is taken or expires (D32). */
export interface Invitation {
  id: string
  organisationId: string
  /** Whose place it is; the token in the link is kept nowhere. */
  emailKey: string
  /** That address as it was typed; null: it was kept by a version that didn't. */
  email: string | null
  /** The name of whoever invited; null: likewise. */
  invitedBy: string | null
  /** Whose account that is, or was; null: likewise. */
  invitedById: string | null
  tokenHash: string
  createdAt: Date
  expiresAt: Date
  /** When its link was last opened; null until then. */
  openedAt: Date | null
  /** From which network that was (`server/networks.ts`); null: not known. */
  openedFrom: string | null
  /** Of the mail that brings it; null: it isn't known. */
  mailId: string | null
  /** When the mail server took that mail, or refused it for good; null: neither. */
  mailSettledAt: Date | null
  /** Why it refused; null: it didn't. */
  mailFailure: string | null
  /** Whether it is entered in the audit log that it has expired. */
  expiryTold: boolean
}

/**
 * A link by which a user may set a new password: a reset, of which there may be several (D32, D64), or the
 * one that takes back an account whose address was changed without the password (D66).
 */
export interface PasswordLink {
  userId: string
  /** Of the address that the link is mailed to: a reset is good only while that is the user's. */
  emailKey: string
  /** That address as it was typed, which using the link makes the user's again; null: it is a reset. */
  putsBack: string | null
  tokenHash: string
  createdAt: Date
  expiresAt: Date
}

/** What a mail says, in both of its parts. */
export interface MailContent {
  subject: string
  /** Each link stands on a line of its own. */
  text: string
  /** A whole document; everything users typed is escaped in it. */
  html: string
}

/** A mail in the outbox: written in the same step as its cause, delivered from there. */
export interface Mail extends MailContent {
  id: string
  /** One address. */
  to: string
  createdAt: Date
  /**
   * Its place among the due mails, earliest first. Null: before all that have one. So nobody waits for a
   * reset or a notice because others invite, nor for an invitation because one organisation invites many.
   */
  turnAt: Date | null
  /** When to try next; null for a captured mail, which is only there to be read. */
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

/** How much of something an organisation may have. */
export interface PlanLimits {
  /** People, invited ones among them. */
  members?: number | undefined
  dashboards?: number | undefined
}

/** A plan that can be subscribed to; docs/billing.md tells operators what each field means. */
export interface Plan {
  name: string
  tagLine: string
  interval: 'monthly' | 'yearly'
  points: string[]
  /** Left out: unlimited. Plans from before there were limits have none. */
  limits?: PlanLimits | undefined
  prices: { USD: PlanPrice } & { [Other in Exclude<Currency, 'USD'>]?: PlanPrice }
}

/** How a plan is paid. */
export interface PaymentMethod {
  /** The provider's word: `card`, `upi`, `emandate`. */
  kind: string
  /** Of a card: 'Visa'. Null, like the digits: the provider didn't say. */
  network: string | null
  lastDigits: string | null
}

/** What the provider says of an ongoing subscription's charges, at one instant. */
export interface Charges {
  /** By the provider's clock: older facts never replace newer ones. */
  asOf: Date
  /**
   * `pending`: the last charge failed and is tried again. `halted`: it isn't tried any more. `paused`: nothing
   * is charged until somebody resumes it there. `authorised`: nothing was charged yet.
   */
  state: PaymentState
  /** The period that was charged last. */
  periodStart: Date | null
  periodEnd: Date | null
  nextChargeAt: Date | null
  method: PaymentMethod | null
}

/** How a plan goes on: what the provider says of its charges, and what admins decided. */
export interface Renewal {
  /** Null: the provider has said nothing yet. */
  charges: Charges | null
  /** Since when nothing can be charged (`halted`, `authorised`), by the provider's clock. */
  unchargedSince: Date | null
  /** When it was stopped: the end of the period, when the plan ends. */
  stopsAt: Date | null
  /**
   * Whether the provider knows that. `being-told`: it may, so it can't be taken back any more. `told`: it
   * has confirmed it.
   */
  provider: 'unaware' | 'being-told' | 'told'
  /** The end that was announced to the admins before it came. */
  announcedEnd: Date | null
}

/** An organisation's checkout of a plan, and what became of it. */
export interface Subscription {
  /** The provider's id. */
  id: string
  organisationId: string
  /** As it was at the checkout, whatever becomes of the plans on offer. */
  plan: Plan
  /** Which of the plan's prices is charged. */
  currency: Currency
  /**
   * `unpaid`: checkout isn't known to be paid. `live`: the organisation's plan. `upgraded`: ended by
   * another plan. `cancelled`: ended otherwise. `void`: never was the organisation's plan, and never
   * will be.
   */
  state: 'unpaid' | 'live' | 'upgraded' | 'cancelled' | 'void'
  createdAt: Date
  /** Whether it is known to have been paid, though perhaps not by which payment. */
  wasPaid: boolean
  /** When it became the organisation's plan; null: it never did. */
  startedAt: Date | null
  endedAt: Date | null
  /**
   * When the provider is next asked about it or, once it has ended, told so. Null: the provider has
   * confirmed the end and named the payments, so there is nothing left to ask.
   */
  nextCheckAt: Date | null
  /** How often that failed since it last worked. */
  checkFailures: number
  /** Null: the provider said nothing and nobody decided anything, or an older version kept it. */
  renewal: Renewal | null
  /** Of a live one: when its renewal needs the next step, whatever the provider says. */
  nextStepAt: Date | null
}

/** What a decision on an organisation's subscriptions is made on. */
export interface Billing {
  /** Moves on with each change: what is decided on one version can't be kept on another. */
  version: number
  /** Every plan that it has had, and the subscription that the decision is about. */
  subscriptions: Subscription[]
  /** Payments of that subscription whose refund was decided on before. */
  refundedPaymentIds: string[]
}

/** A payment that has to be given back, until it is (D47). */
export interface Refund {
  /** The provider's id. */
  paymentId: string
  subscriptionId: string
  /** `never-the-plan`: it bought nothing. `after-the-end`: it was taken when the plan had ended. */
  reason: 'never-the-plan' | 'after-the-end'
  /** `refused`: the provider won't ever, or has failed; the operator has to see to it. */
  state: 'owed' | 'done' | 'refused'
  /** The provider's id of the refund, by which it is asked how that stands; null: none was begun. */
  refundId: string | null
  createdAt: Date
  /** When to try or ask next; null: it is done or refused. */
  nextAttemptAt: Date | null
  /** How often it failed so far. */
  attempts: number
  /** The provider's words when it last failed. */
  failure: string | null
  /** When it was done or refused. */
  settledAt: Date | null
}

/** A subscription at the sandbox, the stand-in for the payment provider (D34). */
export interface SandboxSubscription {
  id: string
  planId: string
  interval: Plan['interval']
  /** What each period costs, in the currency's smallest unit; null: kept by a version without invoices. */
  amount: number | null
  currency: string | null
  createdAt: Date
  /** Until when it can be paid. */
  expiresAt: Date
  /** Null until it is paid; then both are there. */
  paymentId: string | null
  paidAt: Date | null
  /** When its first payment was given back. */
  refundedAt: Date | null
  /** When it was cancelled. */
  endedAt: Date | null
  /** What else was done to it, in order; `lifeOf` derives its states from them. */
  acts: SandboxAct[]
}
