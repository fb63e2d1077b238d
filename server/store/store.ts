import type { ChangeStore } from './change'
import type {
  Invitation,
  KnownBrowser,
  Mail,
  Membership,
  Organisation,
  PasswordLink,
  Session,
  Subscription,
  User,
} from './entities'
import type { ErasureStore } from './erasure-store'
import type { EventStore } from './events'
import type { ReceiptStore } from './receipt-store'
import type { SecondFactorStore } from './second-factor-store'
import type { SessionStore } from './session-store'
import type { SubscriptionStore } from './subscription-store'
import type { TeamStore } from './team-store'

/** Those that are or were an organisation's plan. */
export const planStates: Subscription['state'][] = ['live', 'upgraded', 'cancelled']

/** Subscriptions that have ended here: the provider is told until it confirms. */
export const endedStates: Subscription['state'][] = ['upgraded', 'cancelled', 'void']

/** How often something may happen: `calls` at once, refilled evenly over `window`. */
export interface RateLimit {
  calls: number
  /** In ms. */
  window: number
}

/** A user as they are kept, and what is pending of their address. */
export interface Account {
  user: User
  /** What restores addresses that the user had (D66), oldest first. */
  links: PasswordLink[]
}

/** What is kept about somebody beside their account. */
export interface Kept {
  sessions: Session[]
  browsers: KnownBrowser[]
  links: PasswordLink[]
  /** The ones that they sent. */
  invitations: Invitation[]
  /** Mails for them, whatever their address was: in the outbox, and captured ones. */
  mails: Mail[]
}

/** Something that counts against a limit. */
export interface Count {
  /** One number is kept for each key. */
  key: string
  limit: RateLimit
  /** How many calls it is worth; one without it. */
  cost?: number
  /** Whose counts can be cleared together; nobody's without it. */
  subject?: string
}

/** Which unpaid checkouts may have been paid since they were looked at. */
export interface CheckoutTimes {
  /** Made after this. */
  createdSince: Date
  /** The provider may be asked about them by then. */
  dueBy: Date
}

/**
 * Since when the oldest piece of work of each job has been waiting; null: there is none. Work that must
 * succeed in the end waits from its beginning, however often it was tried: a mail from when it was written,
 * a refund from when it was owed, a cancellation from the plan's end. Recurring work waits from when it was
 * due.
 */
export type OldestWork = Record<
  | 'mail'
  | 'refunds'
  | 'receipts'
  | 'cancellations'
  | 'checkouts'
  | 'comparison'
  | 'renewals'
  | 'housekeeping',
  Date | null
>

/**
 * How a store's database can be used. `busy`: all connections are taken, and calls wait for one.
 * `read-only`: it is a replica, or was set so; nothing can be changed.
 */
export type DatabaseCondition = 'reachable' | 'busy' | 'read-only'

/** What background work there is, and what was seen of the database by the way. */
export interface DueWork {
  /** The jobs that have something to do. */
  jobs: (keyof OldestWork)[]
  isReadOnly: boolean
}

/** Which age data may reach: older rows are removed. */
export interface OutdatedAges {
  /** Captured mails. */
  mailsBefore: Date
  webhookEventsBefore: Date
  /**
   * Subscriptions that never were a plan, where the provider has confirmed their end, and none of
   * their payments' refunds is kept.
   */
  checkoutsBefore: Date
  /** Refunds that were done; those that were refused stay for the operator. */
  refundsBefore: Date
  /** Invitations, by when they expired. */
  invitationsBefore: Date
  eventsBefore: Date
  /** Known browsers, by when somebody last signed in there. */
  browsersBefore: Date
  /** Attempts to sign in, by the first of a day. */
  signInsBefore: Date
  noticeCountsBefore: Date
}

/**
 * Where data is kept: what is read, by subject, and how it is changed (`change.ts`). Each method is one atomic step. One
 * that changes something for an organisation takes the entries that record it.
 */
export interface Store
  extends ChangeStore,
    ErasureStore,
    SubscriptionStore,
    ReceiptStore,
    TeamStore,
    SessionStore,
    SecondFactorStore,
    EventStore {
  findOrganisationBySlug(slug: string): Promise<Organisation | null>
  findMembershipByEmailKey(emailKey: string): Promise<Membership | null>
  /** A user, and the links that put back addresses they had, as far as they are valid at `now`. */
  findAccount(userId: string, now: Date): Promise<Account | null>
  /** The `emailKeys` that belong to users, each with the organisation of its user. */
  findOrganisationIdsByEmailKeys(emailKeys: readonly string[]): Promise<Map<string, string>>

  /** Addresses that aren't in ASCII alone: accounts, the oldest first, links that put one back, and invitations. */
  findInternationalAddresses(): Promise<{
    users: User[]
    links: PasswordLink[]
    invitations: Invitation[]
  }>

  /** The invitation of a link, unless it has expired at `now`, and who invites. */
  findInvitation(
    tokenHash: string,
    now: Date,
  ): Promise<{ invitation: Invitation; organisation: Organisation } | null>
  findKept(user: User): Promise<Kept>

  /**
   * Takes up to `most` mails that are due at `now`, and puts their next attempt off to `until`, so
   * that no other server takes them meanwhile. Mails without a turn come first, oldest first; the others
   * come by their turn.
   */
  takeDueMails(now: Date, until: Date, most: number): Promise<Mail[]>
  /**
   * Notes a failed attempt, unless another server has taken the mail since; the next one comes at
   * `nextAttemptAt`.
   * @param taken as it was taken.
   * @param nextAttemptAt null: the mailbox keeps it.
   */
  postponeMail(taken: Mail, nextAttemptAt: Date | null): Promise<void>
  /** Makes mails due at `now` that have failed before and whose next attempt comes after `limit`. */
  hastenMails(now: Date, limit: Date): Promise<void>
  /** Captured mails, newest first. */
  listCapturedMails(most: number): Promise<Mail[]>

  /**
   * Counts groups against limits that all servers on this store share: each group wholly or not at all.
   * Refused groups don't count. Generic cell rate algorithm.
   * @param groups no two counts have the same key.
   * @returns for each group 0 when it may go ahead, else how long to wait, in ms.
   */
  countCalls(groups: readonly (readonly Count[])[], now: Date): Promise<number[]>
  /** Uncounts calls that came to nothing. */
  giveBackCalls(counts: readonly Count[]): Promise<void>
  /** Forgets all counts of a subject. */
  clearCalls(subject: string): Promise<void>

  /**
   * Takes a chore if it is due at `now`, and puts it off to `until`, so that no other server takes it
   * meanwhile. One that was never done is due. @returns whether it was taken.
   */
  takeChore(name: string, now: Date, until: Date): Promise<boolean>
  postponeChore(name: string, nextAt: Date): Promise<void>
  /**
   * Removes rows that nobody needs any more, up to `most` of each kind: those that had expired by `now`, and
   * those older than `ages`. @returns how many.
   */
  removeOutdated(now: Date, ages: OutdatedAges, most: number): Promise<number>

  /** Which jobs have something to do at `now`. Writes nothing, in one statement. */
  findDueWork(now: Date): Promise<DueWork>
  /** Asks whether the database can be used, whatever is locked there or waits for it. */
  probe(): Promise<DatabaseCondition>
  /** For monitoring: how far the background work is behind. */
  findOldestWork(now: Date): Promise<OldestWork>
  /** For monitoring: when the last backup was made; null: never. */
  findLastBackup(): Promise<Date | null>

  /** Ends what the store holds open; further calls fail. */
  close(): Promise<void>
}
