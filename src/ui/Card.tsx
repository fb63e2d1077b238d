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
  /** Classes of the padding, unless it is 24 px (phones 16). */
  className?: string
}

export function Card(props: CardProps) {
  const { children, isFlush = false, isDanger = false, className = 'p-4 sm:p-6', ...head } = props
  return (
    <section
      className={classNames(
        'rounded-card border bg-surface shadow-card',
        isDanger ? 'border-bad-line' : 'border-line',
        isFlush ? 'overflow-clip' : className,
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

/** The head of a card. @param props.tools controls at its end, 40 px high. */
export function CardHead({ tools, ...head }: HeadProps & { tools?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 pt-4 pb-3.5 sm:px-6 sm:pt-5 sm:pb-4.5">
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
