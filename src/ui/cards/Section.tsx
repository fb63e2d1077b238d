import { type ReactNode, useId } from 'react'

interface SectionProps {
  /** The anchor, by which links lead here. */
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
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-3 sm:gap-4 lg:grid-cols-[17.5rem_minmax(0,48rem)] lg:gap-12 min-[1400px]:gap-16"
    >
      <div className="lg:pt-1">
        <h2
          id={titleId}
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

/** The sections of a page of settings. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className="grid max-w-278 gap-8 pt-6 sm:gap-10 sm:pt-8">{children}</div>
}
