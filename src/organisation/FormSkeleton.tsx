import { CardFoot } from '../ui/cards/CardFoot'
import { Skeleton } from '../ui/Skeleton'

interface FormSkeletonProps {
  /** The classes of the field's height and width. */
  field?: string
  hasLabel?: boolean
  hasHint?: boolean
}

/** The skeleton of a card with a form of one field. */
export function FormSkeleton(props: FormSkeletonProps) {
  const { field = 'h-(--control)', hasLabel = true, hasHint = false } = props
  return (
    <>
      <div className="flex flex-col p-4 sm:p-6">
        {hasLabel && <Skeleton className="mt-0.75 mb-2.25 h-3 w-28" />}
        <Skeleton className={`${field} rounded-control`} />
        {hasHint && <Skeleton className="mt-2.25 mb-0.75 h-3 w-56" />}
      </div>
      <CardFoot>
        <Skeleton className="h-(--control) w-36 rounded-control" />
      </CardFoot>
    </>
  )
}
