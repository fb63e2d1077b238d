import { Check } from 'lucide-react'
import { classNames } from '../../ui/class-names'

/** A plan's features. `className` lays them out. */
export function PlanPoints({
  points,
  className,
}: {
  points: readonly string[]
  className?: string
}) {
  return (
    <ul className={classNames('text-14 text-ink-2', className)}>
      {points.map((point) => (
        <li key={point} className="flex gap-2.5">
          <Check className="mt-px size-[18px] shrink-0 text-brand-500 dark:text-accent" />
          <span className="min-w-0 wrap-anywhere">{point}</span>
        </li>
      ))}
    </ul>
  )
}
