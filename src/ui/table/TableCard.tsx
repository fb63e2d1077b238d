import { Download, Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react'
import type { CsvColumns } from '../../lib/csv'
import { plainText } from '../../lib/plain-text'
import { Button } from '../Button'
import { Card } from '../Card'
import { EmptyState, type EmptyStateProps } from '../EmptyState'
import { inputClasses } from '../input-classes'
import { LoadingText } from '../LoadingText'
import { QueryView, type QueryViewProps } from '../QueryView'
import { Skeleton } from '../Skeleton'
import { SortableTable, type SortableTableProps, type TableColumn } from './SortableTable'

/** Longer tables have a filter. */
const rowsWithoutFilter = 10

interface TableCardProps<Row extends object, Column extends string>
  extends Pick<QueryViewProps<readonly Row[]>, 'query' | 'failure'>,
    Omit<SortableTableProps<Row, Column>, 'rows' | 'labelledBy'> {
  title: string
  /** Below the title: what the rows are. */
  text: string
  /** Replaces a table without rows. */
  empty: EmptyStateProps
  /** The columns of the downloaded file. */
  csv: CsvColumns<Row>
}

/** A table with its title, filter and download; before its rows have loaded, their shape. */
export function TableCard<Row extends object, Column extends string>(
  props: TableCardProps<Row, Column>,
) {
  const { title, text, query, failure, empty, csv, ...table } = props
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed)
  const { data } = query
  const { columns } = table
  const rows = useMemo(() => {
    const wanted = plainText(filter.trim())
    const texts = Object.values<TableColumn<Row>>(columns).map(({ text }) => text)
    return data?.filter((row) => texts.some((text) => plainText(text(row)).includes(wanted))) ?? []
  }, [data, columns, filter])
  const download = async () => (await import('../../lib/csv')).downloadCsv(title, csv, rows)
  const card = (content: ReactNode, tools?: ReactNode) => (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-5 sm:px-6">
        <div>
          <h2 id={titleId} className="text-16 font-[650] tracking-[-0.02em]">
            {title}
          </h2>
          <p className="mt-0.5 text-12h text-ink-3">{text}</p>
        </div>
        {tools}
      </div>
      {content}
    </Card>
  )
  const loading = card(
    <>
      <LoadingText unseen>{`Loading ${title.toLowerCase()}…`}</LoadingText>
      <Skeleton className="h-50 rounded-none" />
    </>,
  )
  return (
    <QueryView query={query} loading={loading} failure={failure} frame={card}>
      {({ length }) =>
        length === 0
          ? card(<EmptyState {...empty} />)
          : card(
              rows.length > 0 ? (
                <SortableTable {...table} rows={rows} labelledBy={titleId} />
              ) : (
                <EmptyState {...empty} title={`Nothing matches “${filter}”`} text="" />
              ),
              <div
                className={`flex items-center gap-2.5 ${length > rowsWithoutFilter ? 'max-sm:w-full' : ''}`}
              >
                {length > rowsWithoutFilter && (
                  <>
                    <p role="status" className="text-12h text-ink-3 tabular-nums empty:-me-2.5">
                      {rows.length < length && `${rows.length} of ${length}`}
                    </p>
                    <div className="relative min-w-0 flex-1 sm:w-52 sm:flex-none">
                      <Search
                        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-ink-3"
                        aria-hidden="true"
                      />
                      <input
                        type="search"
                        aria-label={`Filter ${title}`}
                        placeholder="Filter…"
                        value={typed}
                        onChange={(event) => setTyped(event.target.value)}
                        className={`${inputClasses} ps-9 sm:pointer-fine:min-h-10`}
                      />
                    </div>
                  </>
                )}
                <Button
                  look="secondary"
                  disabled={rows.length === 0}
                  onClick={download}
                  className="shrink-0 max-sm:w-11 max-sm:px-0 sm:px-4 sm:pointer-fine:min-h-10"
                >
                  <Download className="size-4 shrink-0" aria-hidden="true" />
                  <span className="max-sm:sr-only">Download CSV</span>
                </Button>
              </div>,
            )
      }
    </QueryView>
  )
}
