import {
  type CellData,
  columnFilteringFeature,
  constructSortFn,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type Row,
  type RowData,
  rowSortingFeature,
  type TableFeatures,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { lazily } from '../../lib/lazily'

declare module '@tanstack/react-table' {
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    /** The cell as text, if its value isn't: the filter searches it. */
    text?: (row: TData) => string
    /** Classes that set the column's width; columns without share the rest. */
    width?: string
    /** Its header ends where its cells do. */
    isNumber?: boolean
    className?: string
    /** Of buttons, which have paddings of their own, and no place on paper. */
    isActions?: boolean
  }
  interface TableMeta<in out TFeatures extends TableFeatures, in out TData extends RowData> {
    /** A row's buttons: a column's `cell` has to stay the same function, or they would mount anew at each render. */
    actions?: ((row: TData) => ReactNode) | undefined
  }
}

/** What our tables have of the library. */
export const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})
export type Features = typeof features

/** Columns of `createColumnHelper`, each with an id. Their values are texts, numbers, or undefined, which sorts last. */
export type Columns<Data extends RowData> = TableOptions<Features, Data>['columns']

/** @returns the last column: what `TableCard` is given as `actions`. */
export const actionsColumn = <Data extends RowData>(width: string, className: string) =>
  createColumnHelper<Features, Data>().display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row, table }) => table.options.meta?.actions?.(row.original),
    meta: { width, className, isActions: true },
  })

/** @returns a cell as text. */
export function textOf<Data extends RowData>(row: Row<Features, Data>, id: string): string {
  const { text } = row.table.getColumn(id)?.columnDef.meta ?? {}
  return text ? text(row.original) : String(row.getValue(id))
}

const collator = lazily(() => new Intl.Collator(undefined, { numeric: true }))

/** Compares the values of a column: texts in the visitor's language, 'Plan 10' after 'Plan 9'. */
export const byValue = constructSortFn({
  sort: (one: string | number, other: string | number) =>
    typeof one === 'string' ? collator().compare(one, String(other)) : one - Number(other),
})
