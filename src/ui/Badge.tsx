import type { LucideIcon } from 'lucide-react'

const tones = {
  ok: 'bg-ok-bg text-ok',
  warn: 'bg-warn-bg text-warn',
  bad: 'bg-bad-bg text-bad',
  accent: 'bg-brand-50 text-accent',
  neutral: 'bg-sunken text-ink-2 dark:bg-raised',
}

interface BadgeProps {
  tone: keyof typeof tones
  /** An icon that repeats the colour's meaning. */
  icon: LucideIcon
  children: string
}

/** A status in a word or two. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-1.25 rounded-full ps-1.75 pe-2 text-12 font-semibold whitespace-nowrap forced-colors:border ${tones[tone]}`}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}

/** A fact beside a name, such as 'You'. */
export function Tag({ children }: { children: string }) {
  return (
    <span className="inline-flex h-5 items-center rounded-6 border border-line-2 px-1.5 text-12 font-medium whitespace-nowrap text-ink-2 select-none">
      {children}
    </span>
  )
}
