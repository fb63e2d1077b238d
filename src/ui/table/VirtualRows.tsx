import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState } from 'react'
import { pageState } from '../../lib/page-state'
import type { TableRowsProps } from './SortableTable'

const heightOf = (row: Element) => row.getBoundingClientRect().height

/** The assumed height in px of a row, while none is rendered: a phone's. With less, a jump to the end would miss the last rows. */
const usualHeight = 72

/** Row heights of the last long table, so that going back finds each row at its position. */
const heights = pageState<{ count: number; estimate: number; items: VirtualItem[] }>(
  'row heights',
  { count: 0, estimate: usualHeight, items: [] },
)

/**
 * @returns the heights of rows in px before they are measured. Rows that are in the page already keep their heights.
 *   All others get the average of these, so that rendering them moves nothing below them, such as a button that is just
 *   being pressed.
 */
function heightsAtFirst({ count, section }: TableRowsProps) {
  const rows = section.current?.querySelectorAll('tr[data-index]') ?? []
  // Only the heights matter: the virtualizer computes the positions.
  const item = { start: 0, end: 0, lane: 0 }
  const drawn = Array.from(rows, (row, index): VirtualItem => {
    return { ...item, index, key: index, size: heightOf(row) }
  })
  const lastHeights = heights.get()
  // The same number of rows: most likely the same table.
  if (lastHeights.count === count)
    return { ...lastHeights, items: [...lastHeights.items, ...drawn] }
  const sum = drawn.reduce((total, { size }) => total + size, 0)
  return { estimate: drawn.length === 0 ? usualHeight : sum / drawn.length, items: drawn }
}

/** Renders the rows near the viewport between two spacers, so that it stays a real table. */
export default function VirtualRows(props: TableRowsProps) {
  const { count, row } = props
  const [{ estimate, items: measured }] = useState(() => heightsAtFirst(props))
  const [body, setBody] = useState<HTMLElement | null>(null)
  /** The distance in px from the top of the page to the rows. */
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!body) return
    // Content above the rows changes the page's height when it changes its own.
    const observer = new ResizeObserver(() =>
      setTop(body.getBoundingClientRect().top + window.scrollY),
    )
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => estimate,
    initialMeasurementsCache: measured,
    // Unrounded: the errors of hundreds of rows would add up.
    measureElement: heightOf,
    // Enough to cover the header, whose height the virtualizer doesn't know.
    overscan: 8,
    scrollMargin: top,
  })
  useEffect(
    () => () => heights.set({ count, estimate, items: virtualizer.takeSnapshot() }),
    [virtualizer, count, estimate],
  )
  const items = virtualizer.getVirtualItems()
  const end = (items.at(-1)?.end ?? top) - top
  return (
    <tbody ref={setBody} className="max-sm:block">
      <Spacer height={(items[0]?.start ?? top) - top} />
      {items.map(({ index }) => row(index, virtualizer.measureElement))}
      <Spacer height={virtualizer.getTotalSize() - end} />
    </tbody>
  )
}

function Spacer({ height }: { height: number }) {
  // At the end there is no spacer, so that the last row is the last child.
  if (height <= 0) return null
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row can't be focused
  return <tr aria-hidden="true" style={{ height }} />
}
