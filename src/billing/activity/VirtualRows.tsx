import { useVirtualizer } from '@tanstack/react-virtual'
import { usePrinting } from '../../lib/use-printing'
import type { ActivityRowsProps } from './ActivityRows'
import { ActivityRow, AllRows } from './AllRows'

/** What a row is as high as, in px, until it has been measured. */
const estimatedHeight = 53

/**
 * The rows near those in sight. What is scrolled away is stood in for by two rows of its height, so that
 * it stays a real table. Paper doesn't scroll: it gets all of them.
 */
export function VirtualRows({ rows, scroller }: ActivityRowsProps) {
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
