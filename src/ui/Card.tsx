import type { ReactNode } from 'react'
import { classNames } from './class-names'

interface CardProps {
  children: ReactNode
  /** Whether it has no padding, because its head, foot, rows or table have theirs. */
  isFlush?: boolean
  isDanger?: boolean
  /** Classes instead of those of the padding, which is 24 px (phones 16) unless the card is flush. */
  className?: string | undefined
}

export function Card({ children, isFlush = false, isDanger = false, className }: CardProps) {
  return (
    <section
      className={classNames(
        'rounded-card border bg-surface shadow-card',
        isDanger ? 'border-bad-line' : 'border-line',
        isFlush && 'overflow-clip',
        className ?? (isFlush ? '' : 'p-4 sm:p-6'),
      )}
    >
      {children}
    </section>
  )
}

interface CardHeadProps {
  title: ReactNode
  titleId?: string
  text?: ReactNode
  /** Controls at its end, 40 px high. */
  tools?: ReactNode
  /** Classes of its alignment and padding on larger screens, unless they are the usual ones. */
  className?: string | undefined
}

export function CardHead({ title, titleId, text, tools, className }: CardHeadProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 gap-y-3 px-4 pt-4 pb-3.5 sm:px-6',
        className ?? 'items-start sm:pt-5 sm:pb-4.5',
      )}
    >
      <div className="min-w-0 flex-[1_1_8rem]">
        <h2
          id={titleId}
          tabIndex={titleId ? -1 : undefined}
          className="text-16 font-[650] tracking-[-0.02em] wrap-anywhere text-ink outline-none"
        >
          {title}
        </h2>
        {text && <div className="mt-0.5 text-13 wrap-anywhere text-ink-3">{text}</div>}
      </div>
      {tools}
    </div>
  )
}
