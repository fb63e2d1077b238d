import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface BannerProps {
  label: string
  children: ReactNode
  actions: ReactNode
}

/** A notice above every page about something to do. */
export function Banner({ label, children, actions }: BannerProps) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-warn-bg px-4 py-3.5 sm:px-6"
    >
      <div role="status" className="flex min-w-0 flex-[1_1_16rem] gap-3 text-14 text-ink">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" />
        <p className="min-w-0 wrap-anywhere">{children}</p>
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full">{actions}</div>
      )}
    </section>
  )
}
