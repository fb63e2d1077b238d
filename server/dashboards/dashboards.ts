import type { Organisation } from '../store/entities'

/** The main dashboard of an organisation. */
export interface DashboardLink {
  /** The heading above the frame. */
  name: string
  /** What the app asks for a new link by. */
  id: string
  /** The frame's address: an absolute URL, or a path on the app's own origin. */
  url: string
  /** How long it works from now on, in seconds; null: it doesn't end. */
  expiresIn: number | null
}

/** The source of dashboards (D34). */
export interface Dashboards {
  linkFor(organisation: Organisation, now: Date): Promise<DashboardLink>
}
