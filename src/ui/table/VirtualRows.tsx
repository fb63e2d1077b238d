import { useVirtualizer } from '@tanstack/react-virtual'
import { usePrinting } from '../../lib/use-printing'
import { AllRows, OneRow } from './AllRows'
import type { TableRowsProps } from './TableRows'

/** What a row is as high as, in px, until it has been measured. */
const estimatedHeight = 53

/**
 * The rows near those in sight. What is scrolled away is stood in for by two rows of its height, so that
 * it stays a real table. Paper doesn't scroll: it gets all of them.
 */
export function VirtualRows<Entry extends object>({
  rows,
  columnCount,
  scroller,
}: TableRowsProps<Entry>) {
  const isPrinting = usePrinting()
  const virtualizer = useVirtualizer({
    enabled: !isPrinting,
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedHeight,
    // Enough for the header's height, too, which the virtualizer doesn't know of.
    overscan: 8,
  })
  if (isPrinting) return <AllRows rows={rows} />
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      <Spacer height={above} columnCount={columnCount} />
      {items.map(({ index }) => {
        const row = rows[index]
        return (
          row && (
            // By its place: another order changes texts, and neither makes nor measures rows.
            <OneRow
              key={index}
              measure={virtualizer.measureElement}
              row={row}
              index={index}
              isLast={index === rows.length - 1}
            />
          )
        )
      })}
      <Spacer height={below} columnCount={columnCount} />
    </tbody>
  )
}

function Spacer({ height, columnCount }: { height: number; columnCount: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row can't be focused
    <tr aria-hidden="true">
      <td colSpan={columnCount} className="p-0" style={{ height }} />
    </tr>
  )
}
