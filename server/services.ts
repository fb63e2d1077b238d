import type { Dashboards } from './dashboards/dashboards'
import type { RateLimits } from './limits'
import type { Log } from './log'
import type { MailDelivery } from './mail/mail'
import type { Passwords } from './passwords/passwords'
import type { Payments } from './payments/payments'
import type { Plan } from './store/entities'
import type { Store } from './store/store'

/** Jobs whose outcome somebody may wait for. */
export type UrgentJob = 'cancellations' | 'checkouts'

/** The background work, as far as requests have to do with it. */
export interface Work {
  /** Says that there is something to do. Where a request is all there is, it is done after it. */
  wake: () => void
  /**
   * Does what a job owes to an organisation now, ahead of what others wait for.
   * @param timeout how long to wait for it, in ms; it goes on afterwards.
   */
  runNow: (job: UrgentJob, organisationId: string, timeout: number) => Promise<void>
}

/** All that differs between hosts (docs/architecture.md). */
export interface Services {
  store: Store
  dashboards: Dashboards
  mail: MailDelivery
  passwords: Passwords
  payments: Payments
  /** What can be subscribed to. */
  plans: readonly Plan[]
  work: Work
  /** The present; injected so that tests can move it. */
  clock: () => Date
  log: Log
  /** Signs access tokens: at least 32 bytes of UTF-8. */
  accessTokenSecret: string
  /** Tokens that it signed are accepted as well; it signs none. */
  alsoAcceptedSecret?: string | undefined
  /** Where the app is, for links in mails; without a trailing slash. */
  appUrl: string
  /** The product's name, for mails (D1). */
  productName: string
  /** Null switches them off, for tests. */
  rateLimits: RateLimits | null
}
