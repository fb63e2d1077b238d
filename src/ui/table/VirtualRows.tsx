import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { pageState } from '../../lib/page-state'
import type { TableRowsProps } from './SortableTable'

const heightOf = (row: Element) => row.getBoundingClientRect().height

/** Of a row, where none was drawn yet, in px. */
const usualHeight = 53

/**
 * @returns the height that rows are taken for until they are drawn, in px: that of those that were, on average. Drawing
 *   them moves nothing below them then, such as a button that is just being pressed.
 */
function averageOf(drawn: readonly VirtualItem[]): number {
  const sum = drawn.reduce((total, { size }) => total + size, 0)
  return drawn.length === 0 ? usualHeight : sum / drawn.length
}

const options = {
  // Not rounded: hundreds of rows would add up the error.
  measureElement: heightOf,
  // Includes the header's height, which the virtualizer doesn't know.
  overscan: 8,
}

/** @returns the heights of the rows that are in the page already: what is in sight stays where it is. */
function useHeightsBefore({ scroller }: TableRowsProps): VirtualItem[] {
  const [heights] = useState(() => {
    const rows = scroller.current?.querySelectorAll('tr[data-index]') ?? []
    // Where each begins follows from the heights.
    const item = { start: 0, end: 0, lane: 0 }
    return Array.from(rows, (row, index) => ({ ...item, index, key: index, size: heightOf(row) }))
  })
  return heights
}

/** Draws the rows near those in sight, between two spacers, so that it stays a real table. */
export default function VirtualRows(props: TableRowsProps) {
  return props.isPage ? <RowsOfPage {...props} /> : <RowsOfSection {...props} />
}

function RowsOfSection(props: TableRowsProps) {
  const { count, row, scroller } = props
  const before = useHeightsBefore(props)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const virtualizer = useVirtualizer<Element, HTMLTableRowElement>({
    ...options,
    estimateSize: () => averageOf(before),
    count,
    initialMeasurementsCache: before,
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    getScrollElement: () => body?.closest('section') ?? null,
  })
  return <tbody ref={setBody}>{rowsBetweenSpacers(virtualizer, row, 0)}</tbody>
}

/** Of the last long table, so that going back finds each row where it was. */
const heights = pageState<{ count: number; estimate: number; items: VirtualItem[] }>(
  'row heights',
  { count: 0, estimate: usualHeight, items: [] },
)

function RowsOfPage(props: TableRowsProps) {
  const { count, row } = props
  const before = useHeightsBefore(props)
  // Of as many rows: most likely the same table.
  const kept = heights.get().count === count ? heights.get() : null
  const [estimate] = useState(() => kept?.estimate ?? averageOf(before))
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
    estimateSize: () => estimate,
    count,
    scrollMargin: top,
    initialMeasurementsCache: [...(kept?.items ?? []), ...before],
  })
  useEffect(
    () => () => heights.set({ count, estimate, items: virtualizer.takeSnapshot() }),
    [virtualizer, count, estimate],
  )
  return (
    <tbody ref={setBody} className="max-sm:block">
      {rowsBetweenSpacers(virtualizer, row, top)}
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
function rowsBetweenSpacers(
  virtualizer: Virtual,
  row: TableRowsProps['row'],
  margin: number,
): ReactNode {
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
