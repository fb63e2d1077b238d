import type { ReactNode } from 'react'
import { Skeleton } from '../Skeleton'

interface FactsProps {
  columns?: keyof typeof columnClasses
  phoneColumns?: 1 | 2
  children: ReactNode
}

const columnClasses = {
  1: '',
  2: 'sm:grid-cols-2',
  /** The first one narrow. */
  '1:2': 'sm:grid-cols-[1fr_2.2fr]',
  3: 'sm:grid-cols-3',
}

export function Facts({ columns = 3, phoneColumns = 1, children }: FactsProps) {
  return (
    <dl
      className={`grid content-start gap-x-3 gap-y-3.5 sm:gap-x-6 ${phoneColumns === 2 ? 'grid-cols-2' : ''} ${columnClasses[columns]}`}
    >
      {children}
    </dl>
  )
}

interface FactProps {
  name: string
  /** A third line. */
  note?: ReactNode
  /** Whether it is larger, as a figure of the plan. */
  isLarge?: boolean
  /** The fact; undefined while it loads. */
  children: ReactNode
}

export function Fact({ name, note, isLarge = false, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-12h text-ink-3">{name}</dt>
      <dd
        className={`mt-0.5 flow-root wrap-anywhere text-ink ${isLarge ? 'text-15 font-semibold' : 'text-14 font-[550]'}`}
      >
        {children === undefined ? (
          <Skeleton className="my-1 h-3 w-36 max-w-full" />
        ) : typeof children === 'string' ? (
          <span dir="auto">{children}</span>
        ) : (
          children
        )}
        {note && <div className="text-12h font-normal text-ink-3">{note}</div>}
      </dd>
    </div>
  )
}
