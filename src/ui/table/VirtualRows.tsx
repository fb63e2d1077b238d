import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import type { TableRowsProps } from './SortableTable'

/** Draws the rows near those in sight, between two spacers, so that it stays a real table. */
export default function VirtualRows({ count, row }: TableRowsProps) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => body?.closest('section') ?? null,
    estimateSize: () => 53,
    // Includes the header's height, which the virtualizer doesn't know.
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  return (
    <tbody ref={setBody}>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ index }) => row(index, virtualizer.measureElement))}
      <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </tbody>
  )
}

function Spacer({ height }: { height: number }) {
  // At the end there is none: the last row is the last child.
  if (height <= 0) return null
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row can't be focused
  return <tr aria-hidden="true" style={{ height }} />
}
