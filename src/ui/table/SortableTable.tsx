import { useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { classNames } from '../class-names'
import { TableRows } from './TableRows'
import {
  cellPadding,
  columnsOf,
  features,
  type TableColumn,
  type TableColumns,
} from './table-columns'
import type { SortOrder, TableSort, TableSorting } from './table-sort'

export interface SortableTableProps<Row extends object, Column extends string> {
  /** In their order; the same object each time. */
  columns: TableColumns<Row, Column>
  /** What sorts equal stays in their order; the same array as long as they are the same. */
  rows: readonly Row[]
  sorting: TableSorting<Column>
  sort: TableSort<Column>
  onSortChange: (sort: TableSort<Column>) => void
  /** The id of the heading that names the table. */
  labelledBy: string
}

/** A real table, sortable by every column, in a scroller with a header that stays. */
export function SortableTable<Row extends object, Column extends string>({
  columns,
  rows: data,
  sorting: { firstOrders },
  sort,
  onSortChange,
  labelledBy,
}: SortableTableProps<Row, Column>) {
  // State, not a ref: the rows are to be drawn once it is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const sorting = useMemo(
    () => [{ id: sort.sort, desc: sort.order === 'desc' }],
    [sort.sort, sort.order],
  )
  const table = useTable({
    features,
    columns: useMemo(() => columnsOf(columns), [columns]),
    data,
    state: { sorting },
  })
  const { rows } = table.getRowModel()
  const shapes = Object.entries(columns) as [Column, TableColumn<Row>][]

  function sortBy(column: Column, order: SortOrder | null): void {
    const turned = order === 'asc' ? 'desc' : 'asc'
    onSortChange({ sort: column, order: order ? turned : firstOrders[column] })
    // What comes first now is what one wants to see.
    scroller?.scrollTo(0, 0)
  }

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
          <tr aria-rowindex={1}>
            {shapes.map(([id, { header }], index) => {
              const order = sort.sort === id ? sort.order : null
              const Icon = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={order === null ? undefined : `${order}ending`}
                  className="sticky top-0 z-10 border-b border-line bg-sunken p-0 text-start"
                >
                  <button
                    type="button"
                    onClick={() => sortBy(id, order)}
                    className={classNames(
                      'flex min-h-10 w-full items-center gap-0.5 text-start text-12 font-semibold hover:text-ink focus-visible:-outline-offset-2 sm:gap-2 pointer-coarse:min-h-11',
                      cellPadding(index, shapes.length),
                      order === null ? 'text-ink-3' : 'text-ink',
                    )}
                  >
                    {/* A word a line: all alike where there isn't room for all in one. */}
                    <span className="max-sm:w-min">{header}</span>
                    <Icon className="size-3 shrink-0 sm:size-3.5" aria-hidden="true" />
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <TableRows
          count={rows.length}
          scroller={scroller}
          row={(index, measure) => (
            // By its place: another order changes texts, and neither makes nor measures rows.
            <tr key={index} ref={measure} data-index={index} aria-rowindex={index + 2}>
              {shapes.map(([id, { text, cell = text }], column) => (
                <td
                  key={id}
                  className={classNames(
                    'h-[53px] border-line py-2 wrap-anywhere text-ink-2 tabular-nums',
                    cellPadding(column, shapes.length),
                    index < rows.length - 1 && 'border-b',
                  )}
                >
                  {rows[index] && cell(rows[index].original)}
                </td>
              ))}
            </tr>
          )}
        />
      </table>
    </section>
  )
}
