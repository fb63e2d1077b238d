import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../Card'
import { LoadingText } from '../LoadingText'
import { Skeleton } from '../Skeleton'
import { Tile } from '../Tile'
import { CardFoot } from './CardFoot'

export function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>
}

interface RowProps {
  icon: LucideIcon
  title: ReactNode
  badge?: ReactNode
  text: ReactNode
  /** A text at the right; on phones below the text. */
  side?: ReactNode
  /** The row's place in its list, by which the focus finds the next one (`src/ui/focus.ts`). */
  index?: number
  /** A button or a menu. A menu button has the look `row`. */
  children?: ReactNode
}

export function Row({ icon, title, badge, text, side, index, children }: RowProps) {
  return (
    <li
      data-index={index}
      className="flex min-h-16 items-center gap-3 px-4 py-2.75 max-sm:flex-wrap sm:px-6"
    >
      <Tile icon={icon} />
      {/* On phones a wide button wraps below. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 max-sm:basis-32">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-semibold wrap-anywhere text-ink">{title}</span>
            {badge}
          </div>
          <div className="text-12h wrap-anywhere text-ink-3">{text}</div>
        </div>
        {side && (
          <p className="text-ink-2 max-sm:basis-full max-sm:text-12h max-sm:text-ink-3">{side}</p>
        )}
      </div>
      {children}
    </li>
  )
}

interface LoadingRowProps {
  hasFoot?: boolean
  /** The text for screen readers. */
  children: string
}

export function LoadingRow({ hasFoot = false, children }: LoadingRowProps) {
  return (
    <Card isFlush>
      <LoadingText unseen>{children}</LoadingText>
      <div className="flex min-h-16 items-center gap-3 px-4 sm:px-6">
        <Skeleton className="size-8 rounded-10" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-3 w-32" />
          <Skeleton className="h-2.5 w-44" />
        </div>
      </div>
      {hasFoot && <CardFoot />}
    </Card>
  )
}
