import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react'
import { saveFile } from '../../lib/save-file'
import { Card } from '../Card'
import { EmptyState, type EmptyStateProps } from '../EmptyState'
import { QueryView, type QueryViewProps } from '../QueryView'
import { type CsvColumns, csvName, csvOf } from './csv'
import { DownloadButton } from './DownloadButton'
import { FilterField } from './FilterField'
import { SortableTable, type SortableTableProps } from './SortableTable'
import { matchingRows } from './table-columns'

/** So many rows are seen at one look: only tables with more have a filter. */
const withoutFilter = 10
const hasFilter = (count: number) => count > withoutFilter

interface TableCardProps<Row extends object, Column extends string>
  extends Pick<QueryViewProps<readonly Row[]>, 'query' | 'loading' | 'failure'>,
    Omit<SortableTableProps<Row, Column>, 'rows' | 'labelledBy'> {
  title: string
  /** Says below the title what is listed. */
  text: string
  /** What stands in place of a table without rows. */
  empty: EmptyStateProps
  /** What a downloaded file has of it. */
  csv: CsvColumns<Row>
}

/** A table with its title and filter, from the moment that its rows are asked for. */
export function TableCard<Row extends object, Column extends string>({
  title,
  text,
  query,
  loading,
  failure,
  empty,
  csv,
  ...table
}: TableCardProps<Row, Column>) {
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const { data } = query
  const { columns } = table
  const rows = useMemo(() => matchingRows(data ?? [], columns, wanted), [data, columns, wanted])
  const frame = (content: ReactNode, tools?: ReactNode) => (
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
  return (
    <QueryView query={query} loading={loading} failure={failure} frame={frame}>
      {({ length }) =>
        length === 0
          ? frame(<EmptyState {...empty} />)
          : frame(
              rows.length > 0 ? (
                <SortableTable {...table} rows={rows} labelledBy={titleId} />
              ) : (
                <EmptyState {...empty} title={`Nothing matches “${wanted}”`} text="" />
              ),
              <div
                className={`flex items-center gap-2.5 ${hasFilter(length) ? 'max-sm:w-full' : ''}`}
              >
                {hasFilter(length) && (
                  <>
                    <p role="status" className="text-12h text-ink-3 tabular-nums empty:-me-2.5">
                      {rows.length < length && `${rows.length} of ${length}`}
                    </p>
                    <FilterField label={`Filter ${title}`} value={typed} onChange={setTyped} />
                  </>
                )}
                <DownloadButton
                  disabled={rows.length === 0}
                  onClick={() => saveFile(csvName(title), csvOf(csv, rows), 'text/csv')}
                />
              </div>,
            )
      }
    </QueryView>
  )
}
