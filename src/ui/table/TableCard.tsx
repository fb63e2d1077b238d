import { functionalUpdate, useTable } from '@tanstack/react-table'
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import type { CsvColumns } from '../../../contract/csv'
import { searchText } from '../../../contract/search-text'
import { useFragmentAction } from '../../lib/use-fragment-action'
import { Button } from '../Button'
import { Card, CardHead } from '../Card'
import { classNames } from '../class-names'
import { EmptyState, type EmptyStateProps } from '../EmptyState'
import { LoadingText } from '../LoadingText'
import { QueryView, type QueryViewProps } from '../QueryView'
import { useAnnouncement } from '../use-announcement'
import { byValue, type Columns, features, filterRows, textOf } from './columns'
import { DownloadButton } from './DownloadButton'
import { FilterField } from './FilterField'
import { SortableTable, type SortableTableProps } from './SortableTable'
import { SortSelect } from './SortSelect'
import type { TableSort } from './table-sort'

/** The largest number of rows without a filter. */
const rowsWithoutFilter = 10

interface TableCardProps<Row extends object>
  extends Pick<QueryViewProps<readonly Row[]>, 'query' | 'failure'>,
    Pick<SortableTableProps<Row>, 'layout'> {
  title: string
  /** The fragment of links that lead here: they focus the title. */
  fragment?: string
  /** The text below the title, which says what the rows are. */
  text: ReactNode
  empty: EmptyStateProps
  /** The columns in order. Must be the same object at every render. */
  columns: Columns<Row>
  /** Renders the buttons of a row, in an `actionsColumn`. */
  actions?: (row: Row) => ReactNode
  /** Returns the id of a row, which stays when rows change. */
  rowId: (row: Row) => string
  sort?: TableSort
  /** The column to sort by where `sort` names none. */
  sortedFirst?: string
  /** Called when the order changes. Absent where not all rows are loaded: such a table can't be sorted. */
  onSortChange?: (sort: TableSort) => void
  /** The columns of the CSV file, or null if `tools` download it. */
  csv: CsvColumns<Row> | null
  /** The text that the filter has at first. */
  firstFilter?: string | undefined
  /** The controls in place of filter and download, where not all rows are loaded. */
  tools?: ReactNode
  /** The button after filter and download. */
  action?: ReactNode
  foot?: ReactNode
  /** A meter before the filter; on narrower screens below the title. */
  meter?: ReactNode
}

/**
 * The head of a card whose layout says how high it is: it stays below the top bar, except on phones. Its text has at
 * most two lines, so that the heads of columns can be sticky below it.
 */
const stickyHead =
  'sm:sticky sm:top-(--bar-height) sm:z-11 sm:grid sm:h-(--head) sm:grid-flow-col sm:grid-cols-[minmax(8rem,1fr)_auto] sm:content-center sm:items-center sm:bg-surface sm:py-0 sm:*:first:*:line-clamp-2 short:static print:static'

const noRows: readonly never[] = []

/** A card with a table, its title, filter and download. Before the rows have loaded, a skeleton. */
export function TableCard<Row extends object>(props: TableCardProps<Row>) {
  const { title, text, query, failure, empty, csv, tools: ownTools, action, foot } = props
  const { layout, meter } = props
  const titleId = useId()
  useFragmentAction(props.fragment, () => document.getElementById(titleId)?.focus())
  const [typed, setTyped] = useState(props.firstFilter ?? '')
  const filter = useDeferredValue(typed)
  const all = query.data ?? noRows
  const table = useSortableTable(props, all)
  const sorted = table.getRowModel().rows
  const rows = useMemo(() => filterRows(sorted, searchText(filter.trim())), [sorted, filter])
  const field = useRef<HTMLInputElement>(null)
  const nothing = `Nothing matches “${filter}”`
  const count = `${rows.length} of ${all.length}`
  const [announcement] = useAnnouncement(filter, rows.length > 0 ? `${count} rows` : nothing)

  function clearFilter() {
    setTyped('')
    // The clicked button disappears.
    field.current?.focus()
  }

  async function download(fileColumns: CsvColumns<Row>) {
    const { downloadCsv } = await import('../../lib/download-csv')
    const shown = rows.map(({ original }) => original)
    downloadCsv(title, fileColumns, shown)
  }

  const card = (content: ReactNode, tools = ownTools) => (
    <Card isFlush className={layout?.head}>
      <CardHead
        {...{ title, titleId, text }}
        className={layout?.head && stickyHead}
        tools={
          <>
            {meter && (
              <div className="w-full max-sm:order-1 sm:max-lg:col-span-2 sm:max-lg:row-start-2 lg:me-3.5 lg:w-49">
                {meter}
              </div>
            )}
            {tools}
          </>
        }
      />
      {content}
    </Card>
  )
  const loading = card(
    <>
      <LoadingText unseen>{`Loading ${title.toLowerCase()}…`}</LoadingText>
      {/* The heads of columns, and the tools, stand from the start. */}
      <div inert aria-hidden="true">
        <SortableTable {...{ table, rows, layout }} isLoading labelledBy={titleId} />
      </div>
    </>,
    // They stand anew beside the rows: a text typed before would be lost.
    <div inert className="contents">
      {ownTools ??
        (csv && (
          <div>
            <DownloadButton disabled />
          </div>
        ))}
    </div>,
  )
  return (
    <QueryView query={query} loading={loading} failure={failure} frame={card}>
      {({ length }) =>
        length === 0
          ? card(<EmptyState {...empty} />)
          : card(
              rows.length > 0 ? (
                <>
                  <SortableTable {...{ table, rows, layout }} labelledBy={titleId} />
                  {foot}
                </>
              ) : (
                <EmptyState
                  icon={empty.icon}
                  title={nothing}
                  action={
                    <Button look="secondary" onClick={clearFilter}>
                      Clear filter
                    </Button>
                  }
                />
              ),
              ownTools ?? (
                <div
                  className={classNames(
                    'flex min-w-0 items-center gap-2.5 max-sm:has-[input]:order-2 max-sm:has-[input]:w-full',
                    !layout?.head && 'flex-wrap',
                    !csv && 'max-sm:w-full max-sm:*:grow',
                  )}
                >
                  {(length > rowsWithoutFilter || props.firstFilter) && (
                    <>
                      {announcement}
                      <p className="text-12h text-ink-3 tabular-nums empty:-me-2.5">
                        {rows.length < length && count}
                      </p>
                      <FilterField
                        ref={field}
                        aria-label={`Filter ${title}`}
                        value={typed}
                        onType={setTyped}
                      />
                    </>
                  )}
                  {!layout && <SortSelect table={table} label={`Sort ${title}`} />}
                  {csv && (
                    <DownloadButton
                      disabled={rows.length === 0}
                      onClick={() => void download(csv)}
                    />
                  )}
                  {action}
                </div>
              ),
            )
      }
    </QueryView>
  )
}

function useSortableTable<Row extends object>(props: TableCardProps<Row>, data: readonly Row[]) {
  const { columns, sort = {}, sortedFirst, onSortChange } = props
  const column =
    columns.find(({ id }) => id === sort.sort) ?? columns.find(({ id }) => id === sortedFirst)
  const id = column?.id
  const desc = sort.order ? sort.order === 'desc' : column?.sortDescFirst === true
  const sorting = useMemo(() => (id ? [{ id, desc }] : []), [id, desc])
  return useTable({
    features,
    columns,
    defaultColumn: {
      cell: ({ row, column }) => <span>{textOf(row, column.id)}</span>,
      sortDescFirst: false,
      sortFn: byValue,
      sortUndefined: 'last',
    },
    data,
    meta: { actions: props.actions },
    getRowId: props.rowId,
    state: { sorting },
    enableMultiSort: false,
    enableSortingRemoval: false,
    enableSorting: onSortChange !== undefined,
    onSortingChange: (update) => {
      const [next] = functionalUpdate(update, sorting)
      if (next) onSortChange?.({ sort: next.id, order: next.desc ? 'desc' : 'asc' })
    },
  })
}
