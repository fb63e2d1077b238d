import type { ReactNode } from 'react'

interface CardProps {
  title?: string
  /** The text below the title. */
  text?: string
  children: ReactNode
  className?: string
}

export function Card({ title, text, children, className = 'p-4 sm:p-6' }: CardProps) {
  return (
    <section className={`rounded-card border border-line bg-surface shadow-card ${className}`}>
      {title && <h2 className="text-18 font-[650] tracking-[-0.02em]">{title}</h2>}
      {text && <p className="mt-1 mb-5 text-14 text-ink-2">{text}</p>}
      {children}
    </section>
  )
}
