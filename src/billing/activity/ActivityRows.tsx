import { FlexRender } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { usePrinting } from '../../lib/use-printing'
import { classNames } from '../../ui/class-names'
import type { ActivityTableRow } from './activity-columns'

/** From here on only rows near those in sight are in the page. */
const virtualFrom = 100

/** What a row is as high as, in px, until it has been measured. */
const estimatedHeight = 53

interface ActivityRowsProps {
  rows: readonly ActivityTableRow[]
  scroller: HTMLElement | null
}

/**
 * The table's body. Rows that are scrolled away are stood in for by two of their height, so that it
 * stays a real table. On its own, because it is drawn anew while it scrolls.
 */
export function ActivityRows({ rows, scroller }: ActivityRowsProps) {
  const isPrinting = usePrinting()
  const isLong = rows.length >= virtualFrom && !isPrinting
  const virtualizer = useVirtualizer({
    enabled: isLong,
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedHeight,
    // Enough for the header's height, too, which the virtualizer doesn't know of.
    overscan: 8,
  })
  if (!isLong) {
    return (
      <tbody>
        {rows.map((row, index) => (
          <ActivityRow key={row.id} row={row} index={index} isLast={index === rows.length - 1} />
        ))}
      </tbody>
    )
  }
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      <Spacer height={above} />
      {items.map(({ index }) => {
        const row = rows[index]
        return (
          row && (
            <ActivityRow
              key={row.id}
              measure={virtualizer.measureElement}
              row={row}
              index={index}
              isLast={index === rows.length - 1}
            />
          )
        )
      })}
      <Spacer height={below} />
    </tbody>
  )
}

function Spacer({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row can't be focused
    <tr aria-hidden="true">
      <td colSpan={4} className="p-0" style={{ height }} />
    </tr>
  )
}

interface ActivityRowProps {
  row: ActivityTableRow
  index: number
  isLast: boolean
  measure?: (element: HTMLTableRowElement | null) => void
}

function ActivityRow({ row, index, isLast, measure }: ActivityRowProps) {
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
