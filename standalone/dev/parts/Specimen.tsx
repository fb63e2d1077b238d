import type { ReactNode } from 'react'

interface SpecimenProps {
  /** The part's name. */
  title: string
  children: ReactNode
}

/** A part in its states. */
export function Specimen({ title, children }: SpecimenProps) {
  return (
    <section aria-label={title} className="grid gap-4 *:min-w-0">
      <h2 className="border-b border-line-2 pb-1 text-12h font-semibold text-ink-3">{title}</h2>
      {children}
    </section>
  )
}
