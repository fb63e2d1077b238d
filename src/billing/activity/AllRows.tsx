import { FlexRender } from '@tanstack/react-table'
import { classNames } from '../../ui/class-names'
import type { ActivityTableRow } from './activity-columns'

interface AllRowsProps {
  rows: readonly ActivityTableRow[]
  /** How many of them, where not all. */
  until?: number
}

/** The table's body, every row of which is in the page. */
export function AllRows({ rows, until = rows.length }: AllRowsProps) {
  return (
    <tbody>
      {rows.slice(0, until).map((row, index) => (
        <ActivityRow key={row.id} row={row} index={index} isLast={index === rows.length - 1} />
      ))}
    </tbody>
  )
}

interface ActivityRowProps {
  row: ActivityTableRow
  index: number
  isLast: boolean
  measure?: (element: HTMLTableRowElement | null) => void
}

/** A row of the activity table. */
export function ActivityRow({ row, index, isLast, measure }: ActivityRowProps) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {row.getAllCells().map((cell, column) => (
        <td
          key={cell.id}
          className={classNames(
            'h-[53px] border-line px-1 py-2 wrap-anywhere text-ink-2 tabular-nums sm:px-6',
            column === 0 && 'max-sm:ps-4',
            !isLast && 'border-b',
          )}
        >
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
}
