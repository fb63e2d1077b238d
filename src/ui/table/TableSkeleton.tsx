import { Card } from '../Card'
import { LoadingText } from '../LoadingText'
import { Skeleton } from '../Skeleton'

const rows = ['first', 'second', 'third']

interface TableSkeletonProps {
  /** Says what is on its way. */
  loading: string
  /** Classes with the size of what stands in each column. */
  cells: readonly string[]
}

/** The shape of a table's card, while its rows or its code load. */
export function TableSkeleton({ loading, cells }: TableSkeletonProps) {
  return (
    <Card className="overflow-hidden">
      <LoadingText unseen>{loading}</LoadingText>
      <div className="px-4 py-5 sm:px-6">
        <Skeleton className="mt-1 h-4 w-44" />
        <Skeleton className="mt-3 h-3 w-56 max-w-full" />
      </div>
      <div className="h-10 border-b border-line bg-sunken" />
      {rows.map((row) => (
        <div
          key={row}
          className="flex h-[53px] items-center justify-between gap-4 border-b border-line px-4 last:border-b-0 sm:px-6"
        >
          {cells.map((size, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name here, and stay
            <Skeleton key={column} className={size} />
          ))}
        </div>
      ))}
    </Card>
  )
}
