import type { Store } from './app/store'
import type { TaxSettings } from './billing/invoices/tax-settings'
import type { Dashboards } from './dashboards/providers/dashboards'
import type { RateLimits } from './http/limits'
import type { Log } from './log'
import type { MailDelivery } from './mail/mail'
import type { Passwords } from './passwords/passwords'
import type { Payments } from './payments/payments'
import type { Plan, PlanLimits } from './plans/plan'
import type { SecretBox } from './two-factor/secret-box'

/** Jobs that a request may wait for. */
export type UrgentJob = 'cancellations' | 'checkouts'

/** Background work, as requests see it. */
export interface Work {
  /** Reports new work. Mock mode does it after the request. */
  wake: () => void
  /**
   * Runs a job for one organisation now, ahead of other work.
   * @param timeout how long to wait for it, in ms; it goes on afterwards.
   */
  runNow: (job: UrgentJob, organisationId: string, timeout: number) => Promise<void>
  /** @returns whether this server is running a job for an organisation. */
  isRunning: (job: UrgentJob, organisationId: string) => boolean
}

/** Where no background work runs: in commands, in mock mode, and until a server's begins. */
export const noWork: Work = { wake() {}, async runNow() {}, isRunning: () => false }

/** The differences between hosts (docs/architecture.md). */
export interface Services {
  store: Store
  dashboards: Dashboards
  mail: MailDelivery
  passwords: Passwords
  payments: Payments
  /** The plans on offer. */
  plans: readonly Plan[]
  /** The number of days after which a plan that can't be charged ends (D81). */
  haltedPlanDays: number
  /** Whether organisations that nobody uses are deleted (D141). */
  deletesAbandoned: boolean
  /** The site's time zone, whose days those of payments and ends are (D97). */
  timeZone: string
  /** The limits of an organisation without a plan. */
  withoutPlan: PlanLimits
  work: Work
  /** The current time; injected so that tests can move it. */
  clock: () => Date
  log: Log
  /** Signs access tokens: at least 32 bytes of UTF-8. */
  accessTokenSecret: string
  /** An earlier secret, whose tokens are accepted too. */
  alsoAcceptedSecret?: string | undefined
  twoFactor: {
    /** `off`: nobody is asked for a code. `admins`: those must have a second factor. */
    mode: 'off' | 'on' | 'admins'
    secrets: SecretBox
  }
  /** The app's address, for links in mails; without a trailing slash. */
  appUrl: string
  /** Where the site's passkeys work; absent: at the host of `appUrl`. */
  passkeyDomain?: string | undefined
  /** The product's name, for mails (D1). */
  productName: string
  /** The seller on receipts: name and address, as lines. Null: not set. */
  seller?: string | null
  /** For tax invoices (D143). Null: payments get receipts. */
  tax?: TaxSettings | null
  /** Null disables them, for tests. */
  rateLimits: RateLimits | null
}
