import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useRef } from 'react'
import { usePrinting } from '../../lib/use-printing'
import { classNames } from '../class-names'
import type { SortOrder, TableSort } from './table-sort'

/** One column of a table. */
export interface TableColumn<Row> {
  header: string
  /** The cell as text: the filter searches it. */
  text: (row: Row) => string
  /** Sorts rows, in place of the text. Undefined comes last in both directions (D14). */
  value?: (row: Row) => number | undefined
  /** The cell, where it is more than the text. */
  cell?: (row: Row) => ReactNode
  /** Classes that set the column's width; columns without share the rest. */
  width?: string
}

export type TableColumns<Row, Column extends string> = Readonly<Record<Column, TableColumn<Row>>>

export interface SortableTableProps<Row extends object, Column extends string> {
  /** In their order; the same object at every render. */
  columns: TableColumns<Row, Column>
  /** The same array as long as the rows are the same; equal rows keep their order. */
  rows: readonly Row[]
  sorting: { readonly firstOrders: Readonly<Record<Column, SortOrder>> }
  sort: TableSort<Column>
  onSortChange: (sort: TableSort<Column>) => void
  /** The id of the heading that names the table. */
  labelledBy: string
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/** In the visitor's language; 'Plan 10' after 'Plan 9'. */
const { compare } = new Intl.Collator(undefined, { numeric: true })

/** Longer tables draw only the rows near those in sight. */
const virtualFrom = 200

/** Fill the scroller: what the first paint of a table needs. */
const firstRows = 12

/** Its library is as large as the rest of the table. If it fails to load, all rows are drawn. */
const VirtualRows = lazy(() => import('./VirtualRows').catch(() => ({ default: PlainRows })))

/** A real table, sortable by every column, in a scroller with a sticky header. */
export function SortableTable<Row extends object, Column extends string>(
  props: SortableTableProps<Row, Column>,
) {
  const { columns, rows: data, sorting, sort, onSortChange, labelledBy } = props
  const entries = Object.entries(columns) as [Column, TableColumn<Row>][]
  const scroller = useRef<HTMLElement>(null)
  const isPrinting = usePrinting()
  const table = useTable({
    features,
    columns: useMemo(() => sortableColumns(columns), [columns]),
    data,
    state: {
      sorting: useMemo(
        () => [{ id: sort.sort, desc: sort.order === 'desc' }],
        [sort.sort, sort.order],
      ),
    },
  })
  const { rows } = table.getRowModel()

  function sortBy(column: Column, order: SortOrder | null): void {
    const reversed = order === 'asc' ? 'desc' : 'asc'
    onSortChange({ sort: column, order: order ? reversed : sorting.firstOrders[column] })
    scroller.current?.scrollTo(0, 0)
  }

  const cellClasses = entries.map((_, column) =>
    classNames(
      'h-[53px] border-b border-line py-2 wrap-anywhere text-ink-2 tabular-nums in-[tr:last-child]:border-b-0',
      cellPadding(column, entries.length),
    ),
  )
  const body: TableRowsProps = {
    count: rows.length,
    row: (index, measure) => (
      // Keyed by position: sorting changes texts, and neither creates nor measures rows.
      <tr key={index} ref={measure} data-index={index} aria-rowindex={index + 2}>
        {entries.map(([id, { text, cell = text }], column) => (
          <td key={id} className={cellClasses[column]}>
            {rows[index] && cell(rows[index].original)}
          </td>
        ))}
      </tr>
    ),
  }
  return (
    <section
      ref={scroller}
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it no other way
      tabIndex={0}
      className="max-h-[400px] overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <table
        aria-labelledby={labelledBy}
        aria-rowcount={rows.length + 1}
        className="w-full min-w-[17.5rem] table-fixed border-separate border-spacing-0 text-start text-12 sm:text-14"
      >
        <thead>
          <tr aria-rowindex={1}>
            {entries.map(([id, { header, width }], column) => {
              const order = sort.sort === id ? sort.order : null
              const Icon = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={order === null ? undefined : `${order}ending`}
                  className={classNames(
                    'sticky top-0 z-10 border-b border-line bg-sunken p-0 text-start',
                    width,
                  )}
                >
                  <button
                    type="button"
                    onClick={() => sortBy(id, order)}
                    className={classNames(
                      'flex min-h-10 w-full items-center gap-0.5 text-start text-12 font-semibold hover:text-ink focus-visible:-outline-offset-2 sm:gap-2 pointer-coarse:min-h-11',
                      cellPadding(column, entries.length),
                      order === null ? 'text-ink-3' : 'text-ink',
                    )}
                  >
                    {/* On phones each word has its own line, so that all headers look alike. */}
                    <span className="max-sm:w-min">{header}</span>
                    <Icon className="size-3 shrink-0 sm:size-3.5" aria-hidden="true" />
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        {isPrinting ? (
          <AllRows {...body} />
        ) : rows.length < virtualFrom ? (
          <PlainRows {...body} />
        ) : (
          <Suspense fallback={<AllRows {...body} count={firstRows} />}>
            <VirtualRows {...body} />
          </Suspense>
        )}
      </table>
    </section>
  )
}

function sortableColumns<Row extends object>(
  columns: TableColumns<Row, string>,
): ColumnDef<typeof features, Row>[] {
  return Object.entries(columns).map(([id, { text, value }]) => ({
    id,
    accessorFn: (row): unknown => (value ?? text)(row),
    sortUndefined: 'last',
    sortFn: (one, other) =>
      value
        ? one.getValue<number>(id) - other.getValue<number>(id)
        : compare(one.getValue(id), other.getValue(id)),
  }))
}

/** Cells at the card's edges align with its title. */
function cellPadding(column: number, count: number): string {
  return classNames(
    column === 0 ? 'ps-3 min-[24rem]:ps-4' : 'ps-1.25 min-[24rem]:ps-2.25',
    column === count - 1 && 'pe-3 min-[24rem]:pe-4',
    'sm:px-6',
  )
}

export interface TableRowsProps {
  count: number
  /** Draws a row. @param measure a ref for its element. */
  row: (index: number, measure?: (element: HTMLTableRowElement | null) => void) => ReactNode
}

/** Draws the rows in sight first and the others afterwards: all at once are a long task. */
function PlainRows({ count, row }: TableRowsProps) {
  const drawn = useDeferredValue(count, firstRows)
  return <AllRows count={Math.min(count, drawn)} row={row} />
}

function AllRows({ count, row }: TableRowsProps) {
  return <tbody>{Array.from({ length: count }, (_, index) => row(index))}</tbody>
}
