import type { ReactNode } from 'react'

const dots = {
  ok: 'bg-ok-dot',
  warn: 'bg-warn-dot',
  bad: 'bg-bad-dot',
  accent: 'bg-brand-500',
  idle: 'bg-idle-dot',
}

export type DotTone = keyof typeof dots

interface DotTextProps {
  tone: DotTone
  children: ReactNode
}

/** A status in words, with a coloured dot. A failed one's words are red. */
export function DotText({ tone, children }: DotTextProps) {
  return (
    <span className={`inline-flex items-baseline gap-2 ${tone === 'bad' ? 'text-bad' : ''}`}>
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 -translate-y-px rounded-full ${dots[tone]}`}
      />
      <span className="min-w-0">{children}</span>
    </span>
  )
}
