import { classNames } from './class-names'

/** A placeholder in the shape of loading content. Use it with a `LoadingText`. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-skeleton rounded-6 bg-skeleton', className)}
    />
  )
}
