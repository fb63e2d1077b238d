import type { Organisation } from '../store/entities'

/** The main dashboard of an organisation. */
export interface DashboardLink {
  /** The heading above the frame. */
  name: string
  /** The frame's address: an absolute URL, or a path on the app's own origin. */
  url: string
}

/** The source of dashboards (D34). */
export interface Dashboards {
  linkFor(organisation: Organisation, now: Date): Promise<DashboardLink>
}
