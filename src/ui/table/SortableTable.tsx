import { type Header, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { classNames } from '../class-names'
import { TableRows } from './TableRows'
import { cellPadding, columnsOf, features, type TableColumn } from './table-columns'
import type { SortOrder, TableSort, TableSorting } from './table-sort'

export interface SortableTableProps<Entry extends object, Column extends string> {
  /** In their order; the same object each time. */
  columns: Readonly<Record<Column, TableColumn<Entry>>>
  /** What sorts equal stays in their order; the same array as long as they are the same. */
  entries: readonly Entry[]
  sorting: TableSorting<Column>
  sort: TableSort<Column>
  onSortChange: (sort: TableSort<Column>) => void
  /** The id of the heading that names the table. */
  labelledBy: string
}

/** A real table, sortable by every column, in a scroller with a header that stays. */
export function SortableTable<Entry extends object, Column extends string>({
  columns,
  entries,
  sorting: { firstOrders, isColumn },
  sort,
  onSortChange,
  labelledBy,
}: SortableTableProps<Entry, Column>) {
  // State, not a ref: the rows are to be drawn once it is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const sorting = useMemo(
    () => [{ id: sort.sort, desc: sort.order === 'desc' }],
    [sort.sort, sort.order],
  )
  const table = useTable({
    features,
    columns: useMemo(() => columnsOf(columns, firstOrders), [columns, firstOrders]),
    data: entries,
    state: { sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (!next || !isColumn(next.id)) return
      onSortChange({ sort: next.id, order: next.desc ? 'desc' : 'asc' })
      // What comes first now is what one wants to see.
      scroller?.scrollTo({ top: 0 })
    },
    enableSortingRemoval: false,
    enableMultiSort: false,
  })
  const { rows } = table.getRowModel()
  const shapes = Object.entries<TableColumn<Entry>>(columns)
  return (
    <section
      ref={setScroller}
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
        <colgroup>
          {shapes.map(([id, { width }]) => (
            <col key={id} className={width} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => (
                <HeaderCell
                  key={header.id}
                  header={header}
                  order={sort.sort === header.column.id ? sort.order : null}
                  padding={cellPadding(header.index, shapes.length)}
                >
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <TableRows rows={rows} columnCount={shapes.length} scroller={scroller} />
      </table>
    </section>
  )
}

interface HeaderCellProps<Entry extends object> {
  header: Header<typeof features, Entry>
  /** Null: the table isn't sorted by it. */
  order: SortOrder | null
  padding: string
  children: ReactNode
}

function HeaderCell<Entry extends object>(props: HeaderCellProps<Entry>) {
  const { header, order, padding, children } = props
  const Icon = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className="sticky top-0 z-10 border-b border-line bg-sunken p-0 text-start"
    >
      <button
        type="button"
        onClick={header.column.getToggleSortingHandler()}
        className={classNames(
          'flex min-h-10 w-full items-center gap-0.5 text-start text-12 font-semibold hover:text-ink focus-visible:-outline-offset-2 sm:gap-2 pointer-coarse:min-h-11',
          padding,
          order === null ? 'text-ink-3' : 'text-ink',
        )}
      >
        {/* A word a line: all alike where there isn't room for all in one. */}
        <span className="max-sm:w-min">{children}</span>
        <Icon className="size-3 shrink-0 sm:size-3.5" aria-hidden="true" />
      </button>
    </th>
  )
}
