import type { Row } from '../store/change'

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
  /** At least one, in the order of their tabs. A plan may cut the list (D74). */
  all: readonly Dashboard[]
  /** Whether an organisation's data is found by its slug, which then can't be changed (D136). */
  selectsBySlug: boolean
  /** @param id of one of `all`. */
  linkFor(
    organisation: Omit<Row<'organisations'>, 'secondFactor'>,
    id: string,
    now: Date,
  ): Promise<DashboardLink>
  /**
   * Reads the figures of a dashboard without filters, within 50 s. Absent if a provider's figures can't be read: then
   * there are no reports by mail.
   * @param id of one of `all`.
   * @throws Error if the dashboard can't be read at all. Its message holds no link and no secret.
   */
  figuresFor?: (
    organisation: Omit<Row<'organisations'>, 'secondFactor'>,
    id: string,
    now: Date,
  ) => Promise<Figures>
  /** Reads a link of the sample's page, which calls this each time it needs data. Absent for other dashboards. */
  readSampleLink?: (token: string, now: Date) => Promise<SampleLink>
}

/** The contents of a link of the sample, or the reason why it is invalid. */
export type SampleLink = { dashboard: string; organisation: string } | 'forged' | 'ended'

export type FigureFormat = 'number' | 'percent' | 'currency'

/** One number of a dashboard, with its name: a key figure. */
export interface Figure {
  name: string
  /** For `percent`, 1.4 means 1.4 %. For `currency`, the main unit: 370848 is $370,848. */
  value: number
  /** The number as Metabase writes it, if it is beyond 2^53: `value` is rounded. */
  digits?: string
  format: FigureFormat
  /** ISO 4217, for the format `currency`; otherwise null. */
  currency: string | null
}

/**
 * A column. In the format `text` its cells are texts or null, otherwise numbers or null. A number beyond 2^53 is the text of
 * its digits.
 */
export interface FigureColumn {
  name: string
  format: FigureFormat | 'text'
  /** ISO 4217, for the format `currency`; otherwise null. */
  currency: string | null
}

/** A table or chart of a dashboard, as rows. */
export interface FigureTable {
  name: string
  columns: readonly FigureColumn[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** The figures of a dashboard. Names and texts are the dashboard's own: they may hold markup. */
export interface Figures {
  /** Figures in the dashboard's order, like tables. */
  figures: readonly Figure[]
  tables: readonly FigureTable[]
  /** Cards that brought no figures, and why in a few words for a reader. */
  failed: readonly { name: string; reason: string }[]
}

/** @returns the product without the digits that binary fractions add: 0.014 × 100 is 1.4, not 1.4000000000000001. */
export function product(value: number, factor: number): number {
  return Number((value * factor).toPrecision(15))
}
