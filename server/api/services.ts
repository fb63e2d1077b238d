import type { Log } from '../lib/log'
import type { Dashboards } from './dashboards'
import type { RateLimits } from './limits'
import type { Payments, Plan, PlanLimits } from './payments'
import type { Store } from './store'

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
}

/** Background work that does nothing: for commands, mock mode, and until a server's worker starts. */
export const noWork: Work = { wake() {}, async runNow() {} }

/** The settings that tax invoices need (D143): `TAX=gst`. */
export interface TaxSettings {
  /** The seller's registered name. */
  legalName: string
  /** The seller's GSTIN, whose first two digits are the state. */
  gstin: string
  /** The rate of all parts together, in hundredths of a per cent: 1800 is 18 %. */
  rate: number
  /** The service's accounting code (SAC). */
  code: string
  /** The prefix of numbers: three characters at most, so that a number has 16 (CGST rule 46(b)). */
  prefix: string
  /** The note on invoices to other countries. */
  exportNote: string
  /** The text at the foot of each document, such as words on its signature; null: none. */
  footnote: string | null
}

/** Encrypts secrets that must be read again, so that a stolen database alone reveals none. */
export interface SecretBox {
  /** @param owner the user's id: a text moved to another user's row can't be opened. */
  seal(text: string, owner: string): Promise<string>
  /**
   * @returns the text, and whether the earlier key sealed it.
   * @throws KeyLost for another key; Error for another owner, or a changed text.
   */
  open(sealed: string, owner: string): Promise<{ text: string; isOfEarlierKey: boolean }>
}

export interface Passwords {
  /** @returns a hash that contains its own salt and parameters. */
  hash(password: string): Promise<string>
  /** @returns whether `password` matches `hash`; false for another kind of hash. */
  verify(hash: string, password: string): Promise<boolean>
}

/** The differences between hosts (docs/architecture.md). */
export interface Services {
  store: Store
  dashboards: Dashboards
  mail: {
    /** Whether mails stay in the outbox, to be read at /dev/mailbox, instead of being sent (D34). */
    captures: boolean
  }
  passwords: Passwords
  payments: Payments
  plans: readonly Plan[]
  /** The number of days after which a plan that can't be charged ends (D81). */
  haltedPlanDays: number
  /** Whether organisations that nobody uses are deleted (D140). */
  deletesAbandoned: boolean
  /** The site's time zone, in which dates of payments and ends are (D97). */
  timeZone: string
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
    /** `off`: nobody is asked for a code. `admins`: admins must have a second factor. */
    mode: 'off' | 'on' | 'admins'
    secrets: SecretBox
  }
  /** The app's address, for links in mails; without a trailing slash. */
  appUrl: string
  /** The domain where the site's passkeys work; absent: the host of `appUrl`. */
  passkeyDomain?: string | undefined
  /** The product's name, for mails. */
  productName: string
  /** The seller on receipts: name and address, as lines. Null: not set. */
  seller?: string | null
  /** The settings of tax invoices. Null: payments get receipts. */
  tax?: TaxSettings | null
  /**
   * Reads an unpacked font of one of the `@fontsource` packages, for PDFs.
   * Null: no PDFs are made.
   * @param file its path below `node_modules/@fontsource`.
   */
  readFont?: ((file: string) => Promise<Uint8Array>) | null
  /** The rate limits. Null: none, for tests. */
  rateLimits: RateLimits | null
}
