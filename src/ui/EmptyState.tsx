import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** An explanation, and the next step. */
  text?: string
  /** The button of the next step. */
  action?: ReactNode
  /** Whether it is announced at once, as a failure. */
  alert?: boolean
}

/** A message in place of missing content. */
export function EmptyState({ icon: Icon, title, text, action, alert = false }: EmptyStateProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center"
    >
      <span
        className={`mb-4 grid size-12 place-items-center rounded-card ${
          alert ? 'bg-bad-bg text-bad' : 'bg-brand-50 text-accent'
        }`}
      >
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <h2 className="text-18 font-[650] tracking-[-0.02em] text-ink">{title}</h2>
      {text && <p className="mt-1.5 text-14 text-balance text-ink-2">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
