import { type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface BannerProps {
  label: string
  icon?: LucideIcon
  fact: string
  /** The consequence, after the fact. */
  children?: ReactNode
  /** Small buttons: `warm` first, then `secondary`. On phones they share the width. */
  actions?: ReactNode
}

/** A notice above every page about something to do. */
export function Banner(props: BannerProps) {
  const { label, icon: Icon = TriangleAlert, fact, children, actions } = props
  return (
    <section
      aria-label={label}
      className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2.5 rounded-14 border border-warn-line bg-warn-bg p-3 text-ink sm:flex-nowrap sm:py-1.75 sm:ps-4 sm:pe-2"
    >
      <div role="status" className="flex min-w-0 flex-[1_1_14rem] gap-3 sm:py-2">
        <Icon className="mt-px size-4.5 shrink-0 text-warn" />
        <p className="min-w-0 text-pretty wrap-anywhere">
          <strong className="font-semibold">{fact}</strong> {children}
        </p>
      </div>
      {actions && (
        <div className="flex gap-1 *:border-warn-line max-sm:w-full max-sm:gap-2 max-sm:*:min-h-11 max-sm:*:flex-auto print:hidden">
          {actions}
        </div>
      )}
    </section>
  )
}
