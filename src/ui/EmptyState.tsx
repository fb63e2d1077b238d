import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Lens } from './Lens'

export interface EmptyStateProps {
  /** An icon of the subject, which stands in the lens. */
  icon: LucideIcon
  width?: ComponentProps<typeof Lens>['width']
  title: string
  text?: string
  action?: ReactNode
  /** Whether it is one line, in a small card of a page that has another empty state. Without a button. */
  isLine?: boolean
  /** Whether it is announced at once, as a failure. */
  alert?: boolean
}

export function EmptyState(props: EmptyStateProps) {
  const { icon, width, title, text, action, isLine = false, alert = false } = props
  if (isLine) {
    const Icon = icon
    return (
      <p className="flex items-center gap-3 border-t border-line px-4 py-4 text-ink-2 sm:px-6">
        <Icon className="size-4.5 shrink-0 text-ink-3" aria-hidden="true" />
        <span>
          <span>{title}</span>. {text}
        </span>
      </p>
    )
  }
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="flex flex-col items-center px-4 pt-7 pb-8 text-center sm:px-6 sm:pt-10 sm:pb-11"
    >
      <Lens icon={icon} {...(width && { width })} />
      <h2 className="mt-5 text-18 font-[650] tracking-[-0.02em] wrap-anywhere text-ink">{title}</h2>
      {text && <p className="mt-1 max-w-105 text-balance text-ink-2">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2.5">{action}</div>}
    </div>
  )
}
