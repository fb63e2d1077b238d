/** How a number is written. */
export type FigureFormat = 'number' | 'percent' | 'currency'

/** One number of a dashboard, with its name: a key figure. */
export interface Figure {
  name: string
  /** Of `percent`: 1.4 means 1.4 %. Of `currency`: in its main unit, 370848 is $370,848. */
  value: number
  format: FigureFormat
  /** ISO 4217, of the format `currency`; null of the others. */
  currency: string | null
}

/** A column's cells are texts or null in the format `text`, numbers or null in the others. */
export interface FigureColumn {
  name: string
  format: FigureFormat | 'text'
  /** As a figure's. */
  currency: string | null
}

/** A table or chart of a dashboard, as rows. */
export interface FigureTable {
  name: string
  columns: readonly FigureColumn[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** What a dashboard says in numbers. Names and texts are the dashboard's own: they may hold markup. */
export interface Figures {
  /** In the dashboard's order, as the tables. */
  figures: readonly Figure[]
  tables: readonly FigureTable[]
  /** Cards that brought no figures, and why in a few words for a reader. */
  failed: readonly { name: string; reason: string }[]
}

/** @returns the product without the digits that binary fractions add: 0.014 × 100 is 1.4, not 1.4000000000000001. */
export function product(value: number, factor: number): number {
  return Number((value * factor).toPrecision(15))
}
