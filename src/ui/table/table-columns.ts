import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { plainText } from '../../lib/plain-text'
import { classNames } from '../class-names'

/** One column of a table. */
export interface TableColumn<Row> {
  header: string
  /** What the cell says: the filter looks into it. */
  text: (row: Row) => string
  /** What rows sort by, where not by that text. Undefined comes last in both directions (D14). */
  value?: (row: Row) => number | undefined
  /** What shows, where not just that text. */
  cell?: (row: Row) => ReactNode
  /** Classes with the column's width; without, it has what the others leave. */
  width?: string
}

export type TableColumns<Row, Column extends string> = Readonly<Record<Column, TableColumn<Row>>>

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

/** In the visitor's language; 'Plan 10' after 'Plan 9'. */
const { compare } = new Intl.Collator(undefined, { numeric: true })

/** @returns what the library makes of columns. */
export function columnsOf<Row extends object>(
  columns: TableColumns<Row, string>,
): ColumnDef<typeof features, Row>[] {
  return Object.entries(columns).map(([id, { text, value = text }]) => ({
    id,
    accessorFn: value as (row: Row) => unknown,
    sortUndefined: 'last',
    sortFn: (one, other) => {
      const [first, second] = [one.getValue(id), other.getValue(id)]
      return typeof first === 'number'
        ? first - (second as number)
        : compare(first as string, second as string)
    },
  }))
}

/** @returns the rows with a cell that contains what was typed, whatever its case and accents. */
export function matchingRows<Row>(
  rows: readonly Row[],
  columns: TableColumns<Row, string>,
  typed: string,
): readonly Row[] {
  const wanted = plainText(typed.trim())
  if (wanted === '') return rows
  const texts = Object.values(columns).map(({ text }) => text)
  return rows.filter((row) => texts.some((text) => plainText(text(row)).includes(wanted)))
}

/** @returns classes that keep cells apart, and those at the card's edges as far from it as its title. */
export function cellPadding(column: number, count: number): string {
  return classNames(
    column === 0 ? 'ps-3 min-[24rem]:ps-4' : 'ps-1.25 min-[24rem]:ps-2.25',
    column === count - 1 && 'pe-3 min-[24rem]:pe-4',
    'sm:px-6',
  )
}
