import {
  createColumnHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import { sortedRows } from './sorted-rows'
import type { SortOrder } from './table-sort'

/** One column of a table. */
export interface TableColumn<Entry> {
  header: string
  /**
   * What an entry is sorted by: a number made ready beforehand, since sorting compares over and over.
   * Undefined comes last in both directions (D14).
   */
  value: (entry: Entry) => number | undefined
  cell: (entry: Entry) => ReactNode
  /** Classes with the column's width; without, it has what the others leave. */
  width?: string
}

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: sortedRows,
})

export type TableRow<Entry extends object> = Row<typeof features, Entry>

/** @returns what the library makes of columns. */
export function columnsOf<Entry extends object, Column extends string>(
  columns: Readonly<Record<Column, TableColumn<Entry>>>,
  firstOrders: Readonly<Record<Column, SortOrder>>,
) {
  const helper = createColumnHelper<typeof features, Entry>()
  const entries = Object.entries(columns) as [Column, TableColumn<Entry>][]
  return helper.columns(
    entries.map(([id, { header, value, cell }]) =>
      helper.accessor(value, {
        id,
        header,
        sortDescFirst: firstOrders[id] === 'desc',
        cell: ({ row }) => cell(row.original),
      }),
    ),
  )
}

/** @returns classes that keep cells apart, and those at the card's edges as far from it as its title. */
export function cellPadding(column: number, count: number): string {
  return classNames(
    column === 0 ? 'ps-3 min-[24rem]:ps-4' : 'ps-1.25 min-[24rem]:ps-2.25',
    column === count - 1 && 'pe-3 min-[24rem]:pe-4',
    'sm:px-6',
  )
}
