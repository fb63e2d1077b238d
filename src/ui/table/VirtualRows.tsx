import { useVirtualizer } from '@tanstack/react-virtual'
import type { TableRowsProps } from './TableRows'

/** How high a row is, in px, until it has been measured. */
const estimatedHeight = 53

/** The rows near those in sight, between two rows as high as the others: it stays a real table. */
export default function VirtualRows({ count, row, scroller }: TableRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedHeight,
    // Enough for the header's height, too, which the virtualizer doesn't know of.
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      <Spacer height={above} />
      {items.map(({ index }) => row(index, virtualizer.measureElement))}
      <Spacer height={below} />
    </tbody>
  )
}

function Spacer({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row can't be focused
  return <tr aria-hidden="true" style={{ height }} />
}
