import { FlexRender } from '@tanstack/react-table'
import { classNames } from '../class-names'
import { cellPadding, type TableRow } from './table-columns'

interface AllRowsProps<Entry extends object> {
  rows: readonly TableRow<Entry>[]
  /** How many of them, where not all. */
  until?: number
}

/** The table's body, every row of which is in the page. */
export function AllRows<Entry extends object>({ rows, until = rows.length }: AllRowsProps<Entry>) {
  return (
    <tbody>
      {rows.slice(0, until).map((row, index) => (
        <OneRow key={row.id} row={row} index={index} isLast={index === rows.length - 1} />
      ))}
    </tbody>
  )
}

interface OneRowProps<Entry extends object> {
  row: TableRow<Entry>
  index: number
  isLast: boolean
  measure?: (element: HTMLTableRowElement | null) => void
}

/** A row of the table, wherever it stands. */
export function OneRow<Entry extends object>({ row, index, isLast, measure }: OneRowProps<Entry>) {
  const cells = row.getAllCells()
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {cells.map((cell, column) => (
        <td
          key={cell.id}
          className={classNames(
            'h-[53px] border-line py-2 wrap-anywhere text-ink-2 tabular-nums',
            cellPadding(column, cells.length),
            !isLast && 'border-b',
          )}
        >
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  )
}
