import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useMemo,
  useRef,
} from 'react'
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
  /** Its header ends where its cells do. */
  isNumber?: boolean
  /** Classes of its cells in a table with a look of its own. */
  className?: string
}

export type TableColumns<Row, Column extends string> = Readonly<Record<Column, TableColumn<Row>>>

/** Left away where not all rows are here: such a table can't be sorted. */
interface SortingProps<Column extends string> {
  sorting: { readonly firstOrders: Readonly<Record<Column, SortOrder>> }
  sort: TableSort<Column>
  onSortChange: (sort: TableSort<Column>) => void
}

/**
 * A table as high as its rows: the page scrolls. On phones each of its rows is a grid, without a header, whose
 * cells are placed by their columns' classes.
 */
export interface TableLook {
  /** Classes of a row on phones: the grid's columns, gaps and padding. */
  row: string
  /** The class of a cell's height on other screens. */
  cell: string
}

export interface SortableTableProps<Row extends object, Column extends string>
  extends Partial<SortingProps<Column>> {
  /** In their order; the same object at every render. */
  columns: TableColumns<Row, NoInfer<Column>>
  /** A last column with buttons: nothing sorts by it, and it isn't printed. */
  actions?: Required<Pick<TableColumn<Row>, 'cell' | 'width' | 'className'>>
  /** The same array as long as the rows are the same; equal rows keep their order. */
  rows: readonly Row[]
  /** By which a row is known again when others come. */
  rowId: (row: Row) => string
  look?: TableLook
  /** The id of the heading that names the table. */
  labelledBy: string
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

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
  const { columns, actions, rows: data, sorting, sort, rowId, look, labelledBy } = props
  const allColumns = actions
    ? { ...columns, actions: { header: 'Actions', text: () => '', ...actions } }
    : columns
  const entries = Object.entries(allColumns) as [Column, TableColumn<Row>][]
  const scroller = useRef<HTMLElement>(null)
  const isPrinting = usePrinting()
  // Where a table grows beyond it, its rows stay as they are until the code is here.
  const isLong = useDeferredValue(data.length >= virtualFrom)
  const { sort: sortedBy, order: sortOrder } = sort ?? {}
  const table = useTable({
    features,
    columns: useMemo(() => sortableColumns(columns), [columns]),
    data,
    state: {
      sorting: useMemo(
        () => (sortedBy ? [{ id: sortedBy, desc: sortOrder === 'desc' }] : []),
        [sortedBy, sortOrder],
      ),
    },
  })
  const { rows } = table.getRowModel()

  function sortBy(column: Column, order: SortOrder | null): void {
    if (!sorting) return
    const reversed = order === 'asc' ? 'desc' : 'asc'
    props.onSortChange?.({ sort: column, order: order ? reversed : sorting.firstOrders[column] })
    scroller.current?.scrollTo(0, 0)
  }

  const paddings = entries.map((_, column) => cellPadding(column, entries.length, !look))
  const cellClasses = entries.map(([id, { className }], column) =>
    classNames(
      'border-b border-line wrap-anywhere text-ink-2 tabular-nums in-[tr:last-child]:border-b-0',
      look ? `p-0 max-sm:border-b-0 sm:py-2 ${look.cell}` : 'h-[53px] py-2',
      className,
      column === 0 && 'text-start font-normal',
      // Buttons have a padding of their own, and no place on paper.
      id === 'actions' ? 'print:hidden' : paddings[column],
    ),
  )
  const body: TableRowsProps = {
    count: rows.length,
    isPage: look !== undefined,
    scroller,
    row: (index, measure) => {
      const row = rows[index]?.original
      return (
        <tr
          key={row && rowId(row)}
          ref={measure}
          data-index={index}
          aria-rowindex={index + 2}
          className={
            look &&
            `max-sm:grid max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:first:border-t max-sm:last:border-b-0 ${look.row}`
          }
        >
          {entries.map(([id, { text, cell = text }], column) => {
            // Names the row for those who go through it cell by cell.
            const Cell = column === 0 ? 'th' : 'td'
            return (
              <Cell
                key={id}
                scope={column === 0 ? 'row' : undefined}
                className={cellClasses[column]}
              >
                {row && cell(row)}
              </Cell>
            )
          })}
        </tr>
      )
    },
  }
  return (
    <section
      ref={scroller}
      aria-labelledby={labelledBy}
      // The keyboard can scroll it no other way.
      tabIndex={look ? undefined : 0}
      className={
        look
          ? undefined
          : 'max-h-[400px] scroll-pt-12 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2'
      }
    >
      <table
        aria-labelledby={labelledBy}
        aria-rowcount={rows.length + 1}
        className={classNames(
          'w-full table-fixed border-separate border-spacing-0 text-start text-12 sm:text-14',
          look ? 'max-sm:block' : 'min-w-[17.5rem]',
        )}
      >
        <thead className={look && 'max-sm:hidden'}>
          <tr aria-rowindex={1}>
            {entries.map(([id, { header, width, isNumber }], column) => {
              const order = sort?.sort === id ? sort.order : null
              const Icon = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={order === null ? undefined : `${order}ending`}
                  className={classNames(
                    'border-b border-line bg-sunken p-0 text-start',
                    !look && 'sticky top-0 z-10',
                    width,
                    id === 'actions' && 'print:hidden',
                  )}
                >
                  {sorting && Object.hasOwn(sorting.firstOrders, id) ? (
                    <button
                      type="button"
                      onClick={() => sortBy(id, order)}
                      className="w-full text-12 font-semibold focus-visible:-outline-offset-2"
                    >
                      <span
                        className={classNames(
                          'flex min-h-10 items-center gap-0.5 text-start hover:text-ink sm:gap-2 pointer-coarse:min-h-11',
                          paddings[column],
                          isNumber && 'justify-end',
                          order === null ? 'text-ink-3' : 'text-ink',
                        )}
                      >
                        {/* On phones each word has its own line, so that all headers look alike. */}
                        <span className="max-sm:w-min">{header}</span>
                        <Icon className="size-3 shrink-0 sm:size-3.5" aria-hidden="true" />
                      </span>
                    </button>
                  ) : (
                    <div
                      className={classNames(
                        'py-3 text-12 font-semibold text-ink-3',
                        paddings[column],
                      )}
                    >
                      <span className={id === 'actions' ? 'sr-only' : undefined}>{header}</span>
                    </div>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <Suspense fallback={<AllRows {...body} count={firstRows} />}>
          {isPrinting ? (
            <AllRows {...body} />
          ) : isLong ? (
            <VirtualRows {...body} />
          ) : (
            <PlainRows {...body} />
          )}
        </Suspense>
      </table>
    </section>
  )
}

function sortableColumns<Row extends object>(
  columns: TableColumns<Row, string>,
): ColumnDef<typeof features, Row>[] {
  let collator: Intl.Collator | undefined
  /** In the visitor's language; 'Plan 10' after 'Plan 9'. Made when first needed: it takes ms. */
  function compare(one: string, other: string): number {
    collator ??= new Intl.Collator(undefined, { numeric: true })
    return collator.compare(one, other)
  }
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

/** Cells at the card's edges align with its title. @param onPhones whether there are cells side by side. */
function cellPadding(column: number, count: number, onPhones: boolean): string {
  const isFirst = column === 0
  const isLast = column === count - 1
  return classNames(
    onPhones && (isFirst ? 'ps-3 min-[24rem]:ps-4' : 'ps-1.25 min-[24rem]:ps-2.25'),
    onPhones && isLast && 'pe-3 min-[24rem]:pe-4',
    'sm:px-3 lg:px-6',
    isFirst && 'sm:ps-6',
    isLast && 'sm:pe-6',
  )
}

export interface TableRowsProps {
  count: number
  /** Draws a row. @param measure a ref for its element. */
  row: (index: number, measure?: (element: HTMLTableRowElement | null) => void) => ReactNode
  /** The page scrolls, not a section around them. */
  isPage: boolean
  /** The section around them. */
  scroller: RefObject<HTMLElement | null>
}

/** In px. What is too much lies below everything and goes with the last row; too little moves what is in sight. */
const mostOfRow = 100

/**
 * Draws the rows in sight first and the others afterwards: all at once are a long task. Meanwhile a spacer keeps
 * the page high enough to restore its scroll position.
 */
function PlainRows(props: TableRowsProps) {
  const drawn = Math.min(props.count, useDeferredValue(props.count, firstRows))
  return (
    <AllRows {...props} count={drawn}>
      {drawn < props.count && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row can't be focused
        <tr aria-hidden="true" style={{ height: (props.count - drawn) * mostOfRow }} />
      )}
    </AllRows>
  )
}

function AllRows({ count, row, isPage, children }: TableRowsProps & { children?: ReactNode }) {
  return (
    <tbody className={isPage ? 'max-sm:block' : undefined}>
      {Array.from({ length: count }, (_, index) => row(index))}
      {children}
    </tbody>
  )
}
