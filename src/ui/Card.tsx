import type { ReactNode } from 'react'

export function Card({
  children,
  className = 'p-4 sm:p-6',
}: {
  children: ReactNode
  className?: string
}) {
  return (
    <section className={`rounded-card border border-line bg-surface shadow-card ${className}`}>
      {children}
    </section>
  )
}
