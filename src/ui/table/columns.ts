import {
  type CellData,
  columnFilteringFeature,
  constructSortFn,
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
