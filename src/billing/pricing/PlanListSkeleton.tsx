import { LoadingText } from '../../ui/LoadingText'
import { Skeleton } from '../../ui/Skeleton'

export const planGridClasses = 'grid gap-5 md:grid-cols-3 md:max-lg:gap-4'

const cards = ['first', 'second', 'third']
const points = ['w-32', 'w-36', 'w-40', 'w-28']

/** The price list while it loads. */
export function PlanListSkeleton() {
  return (
    <>
      <div className="mb-7 flex min-h-12 items-center">
        <LoadingText>Loading...</LoadingText>
      </div>
      <div className={planGridClasses} aria-hidden="true">
        {cards.map((card) => (
          <div key={card} className="rounded-card border border-line bg-surface p-6 shadow-card">
            <Skeleton className="mt-1 h-5 w-24" />
            <Skeleton className="mt-3 h-3.5 w-44 max-w-full" />
            <Skeleton className="mt-6 h-8 w-28" />
            <Skeleton className="mt-5 h-11 rounded-control" />
            <div className="mt-4.5 space-y-4.5 border-t border-line pt-5.5">
              {points.map((width) => (
                <Skeleton key={width} className={`h-3.5 ${width}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  )
}
