import type { ReactNode } from 'react'

/** The row between the top bar and the frame: heading, tabs and buttons. */
export function DashboardBar({ children }: { children: ReactNode }) {
  return (
    <div className="relative mb-3 flex min-h-11 items-center gap-x-5 after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line max-sm:flex-wrap max-sm:gap-x-2 in-[main:not(:has([data-banner]))]:-mt-3 in-[main:not(:has([data-banner]))]:sm:-mt-5 print:mt-0">
      {children}
    </div>
  )
}
