import { TableSkeleton } from '../../ui/table/TableSkeleton'

const cells = ['h-3.5 w-20', 'h-6 w-20 rounded-full', 'h-3.5 w-20', 'h-3.5 w-12']

/** The shape of the activity table, while it or its code loads. */
export function ActivitySkeleton() {
  return <TableSkeleton loading="Loading subscription activity…" cells={cells} />
}
