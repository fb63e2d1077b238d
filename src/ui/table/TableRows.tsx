import { useDeferredValue, useEffect, useState } from 'react'
import { useLateComponent } from '../../lib/use-late-component'
import { usePrinting } from '../../lib/use-printing'
import { AllRows } from './AllRows'
import type { TableRow } from './table-columns'

/** From here on only rows near those in sight are in the page. */
const virtualFrom = 100

/** How many of the first rows show until all of them do: more than are in sight. */
const firstRows = 10

const importVirtualRows = () => import('./VirtualRows').then((module) => module.VirtualRows)

export interface TableRowsProps<Entry extends object> {
  rows: readonly TableRow<Entry>[]
  columnCount: number
  scroller: HTMLElement | null
}

/** The table's body. On its own, because it is drawn anew while it scrolls. */
export function TableRows<Entry extends object>(props: TableRowsProps<Entry>) {
  // Those out of sight are drawn once the others have been painted.
  const until = useDeferredValue(props.rows.length, firstRows)
  if (props.rows.length < virtualFrom) return <AllRows rows={props.rows} until={until} />
  return <LongRows {...props} />
}

/** Loads the code that long tables need for them alone: it is as heavy as the rest of the table. */
function LongRows<Entry extends object>(props: TableRowsProps<Entry>) {
  const [VirtualRows, load] = useLateComponent(importVirtualRows)
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    void load().then((isThere) => setIsLost(!isThere))
  }, [load])
  const isPrinting = usePrinting()
  if (VirtualRows) return <VirtualRows {...props} />
  // Slow is better than incomplete, and paper can't wait.
  return <AllRows rows={props.rows} until={isLost || isPrinting ? props.rows.length : firstRows} />
}
