import {
  type CellData,
  constructSortFn,
  createColumnHelper,
  createSortedRowModel,
  type Row,
  type RowData,
  rowSortingFeature,
  type TableFeatures,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { searchText } from '../../../contract/search-text'
import { lazily } from '../../lib/lazily'

declare module '@tanstack/react-table' {
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    /** Returns the cell's text, if its value isn't a text. The filter searches it. */
    text?: (row: TData) => string
    /** Classes of the column's width. Columns without them share the rest. */
    width?: string
    /** Whether the header is aligned to the end, like numbers. */
    isNumber?: boolean
    className?: string
    /** Whether the column has buttons, which have their own padding and aren't printed. */
    isActions?: boolean
  }
  interface TableMeta<in out TFeatures extends TableFeatures, in out TData extends RowData> {
    /**
     * Renders the buttons of a row. It isn't part of the column, whose `cell` must stay the same function:
     * otherwise the buttons would remount at each render.
     */
    actions?: ((row: TData) => ReactNode) | undefined
  }
}

export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
export type Features = typeof features

/**
 * Columns of `createColumnHelper`, each with an id. Values are texts, numbers, or undefined, which is sorted last.
 */
export type Columns<Data extends RowData> = TableOptions<Features, Data>['columns']

/** @returns the last column, which shows the `actions` of a `TableCard`. */
export const actionsColumn = <Data extends RowData>(width: string, className: string) =>
  createColumnHelper<Features, Data>().display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row, table }) => table.options.meta?.actions?.(row.original),
    meta: { width, className, isActions: true },
  })

export function textOf<Data extends RowData>(row: Row<Features, Data>, id: string): string {
  const { text } = row.table.getColumn(id)?.columnDef.meta ?? {}
  return text ? text(row.original) : String(row.getValue(id))
}

/** Returns the rows in which a cell's text contains `wanted`, a text as `searchText` writes it. */
export function filterRows<Data extends RowData>(rows: Row<Features, Data>[], wanted: string) {
  if (wanted === '') return rows
  return rows.filter((row) =>
    row
      .getAllCells()
      .filter(({ column }) => column.accessorFn)
      .some(({ column }) => searchText(textOf(row, column.id)).includes(wanted)),
  )
}

const collator = lazily(() => new Intl.Collator(undefined, { numeric: true }))

/** Compares the values of a column: texts in the visitor's language, 'Plan 10' after 'Plan 9'. */
export const byValue = constructSortFn({
  sort: (one: string | number, other: string | number) =>
    typeof one === 'string' ? collator().compare(one, String(other)) : one - Number(other),
})
