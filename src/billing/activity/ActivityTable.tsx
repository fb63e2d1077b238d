import { type Header, useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { SubscriptionActivityRow } from '../../../contract/billing'
import { classNames } from '../../ui/class-names'
import { ActivityRows } from './ActivityRows'
import { activityColumns, activityFeatures } from './activity-columns'
import { type ActivityEntry, activityEntries } from './activity-entries'
import { type ActivitySort, isActivityColumn } from './activity-sort'

interface ActivityTableProps {
  rows: readonly SubscriptionActivityRow[]
  sort: ActivitySort
  onSortChange: (sort: ActivitySort) => void
  /** The id of the heading that names the table. */
  labelledBy: string
}

/** A real table, sortable by every column, in a scroller with a header that stays. */
export function ActivityTable({ rows, sort, onSortChange, labelledBy }: ActivityTableProps) {
  // State, not a ref: the rows are to be drawn once it is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const data = useMemo(() => activityEntries(rows), [rows])
  const sorting = useMemo(
    () => [{ id: sort.sort, desc: sort.order === 'desc' }],
    [sort.sort, sort.order],
  )
  const table = useTable({
    features: activityFeatures,
    columns: activityColumns,
    data,
    state: { sorting },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (!next || !isActivityColumn(next.id)) return
      onSortChange({ sort: next.id, order: next.desc ? 'desc' : 'asc' })
      // What comes first now is what one wants to see.
      scroller?.scrollTo({ top: 0 })
    },
    enableSortingRemoval: false,
    enableMultiSort: false,
  })
  const { rows: sortedRows } = table.getRowModel()
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
        aria-rowcount={sortedRows.length + 1}
        className="w-full min-w-[17.5rem] table-fixed border-separate border-spacing-0 text-start text-12 sm:text-14"
      >
        <colgroup>
          <col />
          <col className="w-[27%] max-[359px]:w-[31%] sm:w-1/4" />
          <col className="w-[24%] max-[359px]:w-[22%] sm:w-1/4" />
          <col className="w-[24%] max-[359px]:w-[22%] sm:w-1/4" />
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} sort={sort}>
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <ActivityRows rows={sortedRows} scroller={scroller} />
      </table>
    </section>
  )
}

interface HeaderCellProps {
  header: Header<typeof activityFeatures, ActivityEntry>
  sort: ActivitySort
  children: ReactNode
}

function HeaderCell({ header, sort, children }: HeaderCellProps) {
  const { column } = header
  const order = sort.sort === column.id ? sort.order : null
  const Icon = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className="sticky top-0 z-10 border-b border-line bg-sunken p-0 text-start"
    >
      <button
        type="button"
        onClick={column.getToggleSortingHandler()}
        className={classNames(
          'flex min-h-10 w-full items-center gap-1 px-1 text-start text-12 font-semibold hover:text-ink focus-visible:-outline-offset-2 sm:gap-2 sm:px-6 pointer-coarse:min-h-11',
          header.index === 0 && 'max-sm:ps-4',
          order === null ? 'text-ink-3' : 'text-ink',
        )}
      >
        {children}
        <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      </button>
    </th>
  )
}
