import type { Organisation } from '../store/entities'

/** A dashboard that organisations see, each with data of its own. */
export interface Dashboard {
  /** What the app's address and its calls name it by. */
  id: string
  /** What its tab says. */
  name: string
}

/** Where a frame shows a dashboard to an organisation. */
export interface DashboardLink {
  /** An absolute URL, or a path on the app's own origin. */
  url: string
  /** How long it works from now on, in seconds; null: it doesn't end. */
  expiresIn: number | null
}

/** The source of dashboards (D34). */
export interface Dashboards {
  /** At least one, in the order of their tabs. A plan may cut the list (D85). */
  all: readonly Dashboard[]
  /** @param id of one of `all`. */
  linkFor(organisation: Organisation, id: string, now: Date): Promise<DashboardLink>
  /** Only the sample's: its page asks what a link shows, each time it needs data. */
  readSampleLink?: (token: string, now: Date) => Promise<SampleLink>
}

/** What a link of the sample shows, or why it shows nothing. */
export type SampleLink = { dashboard: string; organisation: string } | 'forged' | 'ended'
