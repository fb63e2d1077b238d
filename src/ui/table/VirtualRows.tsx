import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { pageState } from '../../lib/page-state'
import type { TableRowsProps } from './SortableTable'

const options = {
  estimateSize: () => 53,
  // Includes the header's height, which the virtualizer doesn't know.
  overscan: 8,
}

/** Draws the rows near those in sight, between two spacers, so that it stays a real table. */
export default function VirtualRows(props: TableRowsProps) {
  return props.isPage ? <RowsOfPage {...props} /> : <RowsOfSection {...props} />
}

function RowsOfSection({ count, row }: TableRowsProps) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const virtualizer = useVirtualizer<Element, HTMLTableRowElement>({
    ...options,
    count,
    getScrollElement: () => body?.closest('section') ?? null,
  })
  return <tbody ref={setBody}>{drawn(virtualizer, row, 0)}</tbody>
}

/** Of the last long table, so that going back finds each row where it was. */
const heights = pageState<{ count: number; items: VirtualItem[] }>('row heights', {
  count: 0,
  items: [],
})

function RowsOfPage({ count, row }: TableRowsProps) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!body) return
    // Whatever stands above the rows changes the page's height when it changes its own.
    const observer = new ResizeObserver(() =>
      setTop(body.getBoundingClientRect().top + window.scrollY),
    )
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    ...options,
    count,
    scrollMargin: top,
    // Of as many rows: most likely the same table.
    initialMeasurementsCache: heights.get().count === count ? heights.get().items : [],
  })
  useEffect(
    () => () => heights.set({ count, items: virtualizer.takeSnapshot() }),
    [virtualizer, count],
  )
  return (
    <tbody ref={setBody} className="max-sm:block">
      {drawn(virtualizer, row, top)}
    </tbody>
  )
}

/** What both kinds of virtualizer have. */
interface Virtual {
  getVirtualItems: () => { index: number; start: number; end: number }[]
  getTotalSize: () => number
  measureElement: (element: HTMLTableRowElement | null) => void
}

/** @param margin how far from the scroller's beginning the rows begin, in px. */
function drawn(virtualizer: Virtual, row: TableRowsProps['row'], margin: number): ReactNode {
  const items = virtualizer.getVirtualItems()
  const end = (items.at(-1)?.end ?? margin) - margin
  return (
    <>
      <Spacer height={(items[0]?.start ?? margin) - margin} />
      {items.map(({ index }) => row(index, virtualizer.measureElement))}
      <Spacer height={virtualizer.getTotalSize() - end} />
    </>
  )
}

function Spacer({ height }: { height: number }) {
  // At the end there is none: the last row is the last child.
  if (height <= 0) return null
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row can't be focused
  return <tr aria-hidden="true" style={{ height }} />
}
