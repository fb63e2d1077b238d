import type { Header, ReactTable, Row as TableModelRow } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names'
import { useClicksOnList } from '../double-click'
import { Skeleton } from '../Skeleton'
import type { Features } from './columns'

/** The layout of a table. On phones each row is a grid without header, and the columns' classes place its cells. */
export interface RowLayout {
  /** Classes of a row on phones: columns, gaps and padding of its grid. */
  row: string
  /** The class of a cell's height on larger screens. */
  cell: string
  /** The classes that set `--head`, the height of the card's head, if that is sticky. */
  head?: string
}

export interface SortableTableProps<Row extends object> {
  table: ReactTable<Features, Row>
  /** The rows that match the filter, in order. */
  rows: TableModelRow<Features, Row>[]
  /** The layout of a table of which the page scrolls. Without one, the table scrolls in its own section. */
  layout?: RowLayout | undefined
  /** Whether skeletons stand in the place of rows. */
  isLoading?: boolean
  labelledBy: string
}

/** The layout of a table that scrolls: on phones a row has two lines of two cells. */
const scrollerLayout: RowLayout = {
  row: 'max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:py-3',
  cell: 'sm:h-11',
}

/** The number of rows from which only those near the viewport are rendered. */
const virtualFrom = 200

/** The rows of the first paint, enough to fill the scroller. */
const firstRows = 12

/** Loads late, because its library is as large as the rest of the table. If it fails to load, all rows are rendered. */
const VirtualRows = lazy(() => import('./VirtualRows').catch(() => ({ default: PlainRows })))

const icons = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown }

/** A real table, sortable by its columns. Its head is sticky, below the top bar or in its scroller. */
export function SortableTable<Row extends object>(props: SortableTableProps<Row>) {
  const { table, rows, layout, isLoading = false, labelledBy } = props
  // Rows without buttons only disappear because of a filter.
  const rowsWithButtons = table.options.meta?.actions ? table.getCoreRowModel().rows.length : 0
  const onClickCapture = useClicksOnList(rowsWithButtons)
  const headers = table.getHeaderGroups().flatMap((group) => group.headers)
  const section = useRef<HTMLElement>(null)
  const isPrinting = usePrinting()
  // A table that grows keeps its rows until the code has loaded. One that scrolls in its section is never that long.
  const isLong = useDeferredValue(layout !== undefined && rows.length >= virtualFrom)
  const Rows = isPrinting ? AllRows : isLong ? VirtualRows : PlainRows
  const body: TableRowsProps = {
    count: rows.length,
    section,
    row(index, measure) {
      const row = rows[index]
      return row && <TableRow key={row.id} ref={measure} {...{ table, layout, row, index }} />
    },
  }
  return (
    <section
      ref={section}
      aria-labelledby={labelledBy}
      onClickCapture={onClickCapture}
      // A scroller must have the focus for the keyboard to scroll it.
      tabIndex={layout ? undefined : 0}
      className={
        layout
          ? undefined
          : 'max-h-[400px] scroll-pt-12 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2'
      }
    >
      <table
        aria-labelledby={labelledBy}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-start text-12 max-sm:block sm:text-14"
      >
        <thead className="max-sm:hidden">
          <tr aria-rowindex={1}>
            {headers.map((header, index) => (
              <HeaderCell
                key={header.id}
                {...{ table, layout, header }}
                padding={paddingOf(index, headers.length)}
                onSort={() => section.current?.scrollTo(0, 0)}
              />
            ))}
          </tr>
        </thead>
        {isLoading ? (
          <LoadingRows {...{ table, layout }} />
        ) : (
          <Suspense fallback={<AllRows {...body} count={firstRows} />}>
            <Rows {...body} />
          </Suspense>
        )}
      </table>
    </section>
  )
}

/** Returns the classes of a cell's padding. Cells at the edges align with the card's title. */
const paddingOf = (index: number, count: number) =>
  classNames('sm:px-3', index === 0 && 'sm:ps-6', index === count - 1 && 'sm:pe-6')

interface HeaderCellProps<Row extends object>
  extends Pick<SortableTableProps<Row>, 'table' | 'layout'> {
  header: Header<Features, Row>
  padding: string
  onSort: () => void
}

function HeaderCell<Row extends object>(props: HeaderCellProps<Row>) {
  const { table, layout, header, padding, onSort } = props
  const { column } = header
  const { width, isNumber, isActions } = column.columnDef.meta ?? {}
  const order = column.getIsSorted()
  const Icon = icons[order || 'none']
  const canSort = column.getCanSort()
  const label = (
    <span
      className={classNames(
        'flex min-h-9 items-center gap-1.5 text-start',
        padding,
        isNumber && 'flex-row-reverse',
        order ? 'text-ink' : 'text-ink-3',
        canSort && 'hover:text-ink pointer-coarse:min-h-11',
      )}
    >
      <span className={isActions ? 'sr-only' : undefined}>
        <table.FlexRender header={header} />
      </span>
      {canSort && <Icon className="size-3.25 shrink-0" aria-hidden="true" />}
    </span>
  )
  return (
    <th
      scope="col"
      aria-sort={order ? `${order}ending` : undefined}
      className={classNames(
        'sticky z-10 border-y border-line bg-sunken p-0 text-start text-11h font-semibold tracking-[0.04em] uppercase',
        layout ? 'top-[calc(var(--bar-height)+var(--head,0px))] short:top-0' : 'top-0',
        width,
        isActions && 'print:hidden',
      )}
    >
      {canSort ? (
        <button
          type="button"
          onClick={(event) => {
            column.getToggleSortingHandler()?.(event)
            onSort()
          }}
          className="w-full uppercase focus-visible:-outline-offset-2"
        >
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

interface TableRowProps<Row extends object>
  extends Pick<SortableTableProps<Row>, 'table' | 'layout'> {
  ref: Ref<HTMLTableRowElement> | undefined
  row: TableModelRow<Features, Row>
  index: number
}

function TableRow<Row extends object>({ ref, table, layout, row, index }: TableRowProps<Row>) {
  const cells = row.getAllCells()
  const { row: rowClasses, cell: cellClasses } = layout ?? scrollerLayout
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className={`hover:bg-hover max-sm:grid max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:first:border-t max-sm:last:border-b-0 ${rowClasses}`}
    >
      {cells.map((cell, column) => {
        // Names the row for screen readers that read cell by cell.
        const Cell = column === 0 ? 'th' : 'td'
        const { className, isActions } = cell.column.columnDef.meta ?? {}
        return (
          <Cell
            key={cell.id}
            scope={column === 0 ? 'row' : undefined}
            className={classNames(
              'border-line p-0 wrap-anywhere text-ink-2 sm:border-b sm:py-1 sm:in-[tr:last-child]:border-b-0',
              cellClasses,
              className,
              column === 0 && 'text-start font-normal',
              isActions ? 'print:hidden' : paddingOf(column, cells.length),
            )}
          >
            <table.FlexRender cell={cell} />
          </Cell>
        )
      })}
    </tr>
  )
}

/** The skeletons of three rows, below the heads of their columns. On phones those of two columns show. */
function LoadingRows<Row extends object>(props: Pick<SortableTableProps<Row>, 'table' | 'layout'>) {
  const columns = props.table.getAllLeafColumns()
  const { cell } = props.layout ?? scrollerLayout
  return (
    <tbody className="max-sm:block">
      {['w-28', 'w-20', 'w-24'].map((width) => (
        <tr
          key={width}
          className="border-line max-sm:flex max-sm:min-h-11 max-sm:items-center max-sm:justify-between max-sm:border-b max-sm:px-4 max-sm:first:border-t max-sm:last:border-b-0"
        >
          {columns.map(({ id, columnDef: { meta = {} } }, index) => (
            <td
              key={id}
              className={classNames(
                'border-line p-0 sm:border-b sm:in-[tr:last-child]:border-b-0',
                cell,
                meta.className,
                paddingOf(index, columns.length),
                index > 1 && 'max-sm:hidden',
              )}
            >
              {!meta.isActions && (
                <Skeleton
                  className={`h-3.5 max-w-full ${width} ${meta.isNumber ? 'ms-auto' : ''}`}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

export interface TableRowsProps {
  count: number
  /** Renders a row. @param measure a ref for its element. */
  row: (index: number, measure?: (element: HTMLTableRowElement | null) => void) => ReactNode
  /** The section around the table. */
  section: RefObject<HTMLElement | null>
}

/**
 * The assumed height in px of a row that isn't rendered. Too much leaves empty space at the end until all rows are
 * there; too little moves visible rows.
 */
const mostOfRow = 100

/**
 * Renders the visible rows first and the others afterwards: all at once would be a long task. Meanwhile a spacer
 * keeps the page high enough to restore its scroll position.
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

function AllRows({ count, row, children }: TableRowsProps & { children?: ReactNode }) {
  return (
    <tbody className="max-sm:block">
      {Array.from({ length: count }, (_, index) => row(index))}
      {children}
    </tbody>
  )
}

/** @returns whether the page is being printed. Print doesn't scroll. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Synchronous, because the browser prints when this returns.
    const follow = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    window.addEventListener('beforeprint', follow)
    window.addEventListener('afterprint', follow)
    return () => {
      window.removeEventListener('beforeprint', follow)
      window.removeEventListener('afterprint', follow)
    }
  }, [])
  return isPrinting
}
