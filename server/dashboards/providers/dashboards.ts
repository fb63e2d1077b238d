import type { Organisation } from '../../people/tables'
import type { Figures } from './figures'

/** A dashboard on offer, with separate data for each organisation. */
export interface Dashboard {
  /** Its name in addresses and calls. */
  id: string
  /** The label of its tab. */
  name: string
}

/** A frame's address for an organisation. */
export interface DashboardLink {
  /** An absolute URL, or a path on the app's own origin. */
  url: string
  /** Its remaining lifetime, in seconds; null: unlimited. */
  expiresIn: number | null
}

/** The source of dashboards (D34). */
export interface Dashboards {
  /** At least one, in the order of their tabs. A plan may cut the list (D85). */
  all: readonly Dashboard[]
  /** Whether an organisation's slug finds its data: then it can't be changed (D136). */
  selectsBySlug: boolean
  /** @param id of one of `all`. */
  linkFor(
    organisation: Omit<Organisation, 'secondFactor'>,
    id: string,
    now: Date,
  ): Promise<DashboardLink>
  /**
   * The numbers of a dashboard as the organisation's members see it before they set a filter, within a minute.
   * Absent for a provider whose figures can't be read: then nobody can have them mailed.
   * @param id of one of `all`.
   * @throws Error if the dashboard can't be read at all. Its message holds no link and no secret.
   */
  figuresFor?: (
    organisation: Omit<Organisation, 'secondFactor'>,
    id: string,
    now: Date,
  ) => Promise<Figures>
  /** Only the sample has this: its page reads a link each time it needs data. */
  readSampleLink?: (token: string, now: Date) => Promise<SampleLink>
}

/** The contents of a link of the sample, or the reason why it is invalid. */
export type SampleLink = { dashboard: string; organisation: string } | 'forged' | 'ended'
