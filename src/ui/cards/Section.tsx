import { type ReactNode, useId, useRef } from 'react'
import { useFragmentAction } from '../../lib/use-fragment-action'

interface SectionProps {
  /** The fragment of links that lead here: they focus the title. */
  id?: string
  title: ReactNode
  text: ReactNode
  /** A link or a fact below the text. */
  more?: ReactNode
  /** One card. */
  children: ReactNode
}

/** A section of settings: title and text, and right of them, from 1024 px on, its card. */
export function Section({ id, title, text, more, children }: SectionProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useFragmentAction(id, () => heading.current?.focus())
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-3 sm:gap-4 lg:grid-cols-[17.5rem_minmax(0,48rem)] lg:gap-12 min-[87.5rem]:gap-16"
    >
      <div className="lg:pt-1">
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className="text-16 font-[650] tracking-[-0.02em] wrap-anywhere text-ink outline-none"
        >
          {title}
        </h2>
        <p className="mt-1 max-w-140 text-13 text-pretty text-ink-3">{text}</p>
        {more && <div className="mt-2 text-13 text-ink-2">{more}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

export function Sections({ children }: { children: ReactNode }) {
  return <div className="grid max-w-278 gap-8 sm:gap-10">{children}</div>
}
