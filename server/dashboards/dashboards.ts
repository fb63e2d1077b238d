import type { Organisation } from '../store/entities'

/** What the main dashboard shows of an organisation. */
export interface DashboardLink {
  /** Heading above the frame. */
  name: string
  /** Address for the frame: an absolute URL, or a path on the app's own origin. */
  url: string
}

/** Where dashboards come from (D34). */
export interface Dashboards {
  linkFor(organisation: Organisation, now: Date): Promise<DashboardLink>
}
