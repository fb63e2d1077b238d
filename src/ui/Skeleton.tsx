import { classNames } from './class-names'

/** Holds the place of what is loading, in its shape. Who uses it says that something loads. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-6 bg-line', className)}
    />
  )
}
