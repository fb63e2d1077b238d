import { AnnouncedText } from '../../ui/AnnouncedText'
import { Card } from '../../ui/Card'
import { Skeleton } from '../../ui/Skeleton'

const rows = ['first', 'second', 'third']

/** The shape of the activity table, while it or its code loads. */
export function ActivitySkeleton() {
  return (
    <Card className="overflow-hidden">
      <p role="status" className="sr-only">
        <AnnouncedText>Loading subscription activity…</AnnouncedText>
      </p>
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
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-6 w-20 rounded-full" />
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-3.5 w-12" />
        </div>
      ))}
    </Card>
  )
}
