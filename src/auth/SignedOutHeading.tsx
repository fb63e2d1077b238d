import { useEffect } from 'react'
import { markInteractive } from '../lib/interactive'

export function SignedOutHeading({ title, text }: { title: string; text: string }) {
  // Every signed-out screen has a heading. Deferred code may load once the screen works.
  useEffect(markInteractive, [])
  return (
    <header className="mb-6.5">
      <h1 className="text-28 font-[680] tracking-[-0.03em] text-ink">{title}</h1>
      <p className="mt-1 text-15 text-pretty text-ink-2">{text}</p>
    </header>
  )
}
