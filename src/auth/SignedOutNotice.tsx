import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface SignedOutNoticeProps {
  icon: LucideIcon
  /** Whether it is announced when it appears. */
  isAlert?: boolean
  children: ReactNode
}

export function SignedOutNotice({ icon: Icon, isAlert, children }: SignedOutNoticeProps) {
  return (
    <section
      role={isAlert ? 'alert' : undefined}
      className="mb-6 flex gap-3 rounded-control bg-warn-bg px-4 py-3.5 text-14 text-ink"
    >
      <Icon className="mt-px size-4.5 shrink-0 text-warn" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </section>
  )
}
