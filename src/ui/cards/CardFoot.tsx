import type { ReactNode } from 'react'

interface CardFootProps {
  /** A sentence or fact left of the buttons; on phones above them. */
  hint?: ReactNode
  /** The buttons: secondary, danger, primary. On phones they share the width. */
  children?: ReactNode
}

export function CardFoot({ hint, children }: CardFootProps) {
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-3 border-t border-line bg-foot px-4 py-3 sm:px-6 sm:py-2.75 print:hidden">
      <div className="min-w-0 flex-[1_1_12rem] text-12h text-ink-3 empty:hidden max-sm:basis-full">
        {hint}
      </div>
      {children && (
        <div className="flex flex-wrap gap-2 max-sm:w-full sm:ms-auto max-sm:*:grow max-sm:*:basis-2/5">
          {children}
        </div>
      )}
    </div>
  )
}
