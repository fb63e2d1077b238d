import type { LucideIcon } from 'lucide-react'
import { classNames } from './class-names'

const tones = {
  neutral: 'bg-sunken text-ink-2 dark:bg-raised',
  warn: 'bg-warn-bg text-warn',
  bad: 'bg-bad-bg text-bad',
}

interface TileProps {
  icon: LucideIcon
  tone?: keyof typeof tones
  /** Whether it stands before a sentence: 28 px, except on phones. */
  isSmall?: boolean
}

/** An icon in place of an avatar, or before a sentence. */
export function Tile({ icon: Icon, tone = 'neutral', isSmall = false }: TileProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-8 shrink-0 place-items-center rounded-10 forced-colors:border',
        tones[tone],
        isSmall && 'sm:size-7 sm:rounded-[9px]',
      )}
    >
      <Icon className={isSmall ? 'size-3.75' : 'size-4.25'} />
    </span>
  )
}
