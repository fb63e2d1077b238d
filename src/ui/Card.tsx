import type { ReactNode } from 'react'
import { classNames } from './class-names'

interface HeadProps {
  title?: ReactNode
  /** The id of the title. */
  titleId?: string
  /** The text below the title. */
  text?: ReactNode
}

interface CardProps extends HeadProps {
  children: ReactNode
  /** Whether it has no padding, because its head, foot, rows or table have theirs. */
  isFlush?: boolean
  isDanger?: boolean
  /** Classes instead of those of the padding, which is 24 px (phones 16) unless the card is flush. */
  className?: string | undefined
}

export function Card(props: CardProps) {
  const { children, isFlush = false, isDanger = false, className, ...head } = props
  return (
    <section
      className={classNames(
        'rounded-card border bg-surface shadow-card',
        isDanger ? 'border-bad-line' : 'border-line',
        isFlush && 'overflow-clip',
        className ?? (isFlush ? '' : 'p-4 sm:p-6'),
      )}
    >
      {head.title && (
        <div className="mb-4.5">
          <HeadTexts {...head} />
        </div>
      )}
      {children}
    </section>
  )
}

interface CardHeadProps extends HeadProps {
  /** Controls at its end, 40 px high. */
  tools?: ReactNode
  /**
   * Whether it stays below the top bar, except on phones. Its height is the card's `--head` then, and its text one line,
   * so that the heads of columns can be sticky below it.
   */
  isSticky?: boolean
}

export function CardHead({ tools, isSticky = false, ...head }: CardHeadProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 gap-y-3 px-4 pt-4 pb-3.5 sm:px-6',
        isSticky
          ? 'sm:sticky sm:top-(--bar-height) sm:z-11 sm:grid sm:h-(--head) sm:grid-flow-col sm:grid-cols-[minmax(8rem,1fr)_auto] sm:content-center sm:items-center sm:bg-surface sm:py-0 sm:*:first:*:line-clamp-2 short:static print:static'
          : 'items-start sm:pt-5 sm:pb-4.5',
      )}
    >
      <div className="min-w-0 flex-[1_1_8rem]">
        <HeadTexts {...head} />
      </div>
      {tools}
    </div>
  )
}

function HeadTexts({ title, titleId, text }: HeadProps) {
  return (
    <>
      <h2
        id={titleId}
        tabIndex={titleId ? -1 : undefined}
        className="text-16 font-[650] tracking-[-0.02em] wrap-anywhere text-ink outline-none"
      >
        {title}
      </h2>
      {text && <div className="mt-0.5 text-13 wrap-anywhere text-ink-3">{text}</div>}
    </>
  )
}
