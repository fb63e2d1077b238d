import { type ReactNode, useId, useMemo } from 'react'
import { Card } from '../Card'
import { EmptyState, type EmptyStateProps } from '../EmptyState'
import { QueryView, type QueryViewProps } from '../QueryView'
import { SortableTable, type SortableTableProps } from './SortableTable'

interface TableCardProps<Row, Entry extends object, Column extends string>
  extends Pick<QueryViewProps<readonly Row[]>, 'query' | 'loading' | 'failure'>,
    Omit<SortableTableProps<Entry, Column>, 'entries' | 'labelledBy'> {
  title: string
  /** Says below the title what is listed. */
  text: string
  /** What stands in place of a table without rows. */
  empty: EmptyStateProps
  /** Makes rows ready for the columns; the same function each time. */
  entriesOf: (rows: readonly Row[]) => readonly Entry[]
}

/** A table with its title, from the moment that its rows are asked for. */
export function TableCard<Row, Entry extends object, Column extends string>(
  props: TableCardProps<Row, Entry, Column>,
) {
  const { title, text, query, loading, failure, empty, entriesOf, ...table } = props
  const titleId = useId()
  const { data } = query
  const entries = useMemo(() => data && entriesOf(data), [data, entriesOf])
  const frame = (content: ReactNode) => (
    <Card className="overflow-hidden">
      <div className="px-4 py-5 sm:px-6">
        <h2 id={titleId} className="text-16 font-[650] tracking-[-0.02em]">
          {title}
        </h2>
        <p className="mt-0.5 text-12h text-ink-3">{text}</p>
      </div>
      {content}
    </Card>
  )
  return (
    <QueryView
      query={{ ...query, data: entries }}
      loading={loading}
      failure={failure}
      frame={frame}
    >
      {(shown) =>
        frame(
          shown.length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <SortableTable {...table} entries={shown} labelledBy={titleId} />
          ),
        )
      }
    </QueryView>
  )
}
