import type { ReactTable } from '@tanstack/react-table'
import { ArrowUpDown } from 'lucide-react'
import { buttonClasses } from '../button-classes'
import type { Features } from './columns'

interface SortSelectProps<Row extends object> {
  table: ReactTable<Features, Row>
  label: string
}

/** A button with a native list of orders, for phones, where tables have no column heads. */
export function SortSelect<Row extends object>({ table, label }: SortSelectProps<Row>) {
  const sortable = table.getAllLeafColumns().filter((column) => column.getCanSort())
  const sorted = sortable.find((column) => column.getIsSorted())
  return (
    <label
      className={buttonClasses(
        { look: 'secondary' },
        'w-(--control) max-sm:px-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:hidden',
      )}
    >
      <ArrowUpDown className="size-4" aria-hidden="true" />
      <select
        aria-label={label}
        value={`${sorted?.id} ${sorted?.getIsSorted()}`}
        onChange={({ target }) => {
          const [id, order] = target.value.split(' ')
          table.getColumn(id ?? '')?.toggleSorting(order === 'desc')
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {sortable.flatMap(({ id, columnDef }) =>
          (['asc', 'desc'] as const).map((order) => (
            <option key={`${id} ${order}`} value={`${id} ${order}`}>
              {`${columnDef.header}, ${order}ending`}
            </option>
          )),
        )}
      </select>
    </label>
  )
}
