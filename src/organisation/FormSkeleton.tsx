import { Skeleton } from '../ui/Skeleton'

/** The skeleton of a form with one field. @param props.hasHint whether its field has a hint. */
export function FormSkeleton({ hasHint }: { hasHint: boolean }) {
  return (
    <div className="max-w-xl">
      <div className="flex flex-col">
        <Skeleton className="mt-0.75 mb-2.25 h-3 w-28" />
        <Skeleton className="h-(--control) rounded-control" />
        {hasHint && <Skeleton className="mt-2.25 mb-0.75 h-3 w-56" />}
      </div>
      <Skeleton className="mt-5 h-(--control) w-36 rounded-control" />
    </div>
  )
}
