import { lazy, type ReactNode, Suspense } from 'react'
import { usePrinting } from '../../lib/use-printing'

/** From here on only rows near those in sight are in the page. */
const virtualFrom = 200

/** How many of those show until the code for it has come. */
const firstRows = 10

export interface TableRowsProps {
  count: number
  /** Draws one. @param measure is to get its element. */
  row: (index: number, measure?: (element: HTMLTableRowElement | null) => void) => ReactNode
  /** What they scroll in. */
  scroller: HTMLElement | null
}

/** As heavy as the rest of the table. Where it is lost, all rows are drawn: slow beats incomplete. */
const VirtualRows = lazy(() => import('./VirtualRows').catch(() => ({ default: AllRows })))

/** The table's body. Paper doesn't scroll, and can't wait: it gets all rows. */
export function TableRows(props: TableRowsProps) {
  const isPrinting = usePrinting()
  if (props.count < virtualFrom || isPrinting) return <AllRows {...props} />
  return (
    <Suspense fallback={<AllRows {...props} count={firstRows} />}>
      <VirtualRows {...props} />
    </Suspense>
  )
}

function AllRows({ count, row }: TableRowsProps) {
  return <tbody>{Array.from({ length: count }, (_, index) => row(index))}</tbody>
}
