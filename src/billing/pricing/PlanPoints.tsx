import { Check } from 'lucide-react'

interface PlanPointsProps {
  points: readonly string[]
  className: string
}

export function PlanPoints({ points, className }: PlanPointsProps) {
  return (
    <ul className={`text-14 text-ink-2 ${className}`}>
      {points.map((point) => (
        <li key={point} className="flex gap-2.5">
          <Check className="mt-0.5 size-4 shrink-0 text-brand-500 dark:text-brand-400" />
          <span className="min-w-0 wrap-anywhere">{point}</span>
        </li>
      ))}
    </ul>
  )
}
