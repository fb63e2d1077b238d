import type { ReactNode } from 'react'
import { Card } from './Card'

interface TitledCardProps {
  title: string
  /** What it is about, in a sentence or two. */
  text: string
  children: ReactNode
}

/** A card with a heading and a text. */
export function TitledCard({ title, text, children }: TitledCardProps) {
  return (
    <Card>
      <h2 className="text-18 font-[650] tracking-[-0.02em]">{title}</h2>
      <p className="mt-1 mb-5 text-14 text-ink-2">{text}</p>
      {children}
    </Card>
  )
}
