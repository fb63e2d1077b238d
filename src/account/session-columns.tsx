import { createColumnHelper } from '@tanstack/react-table'
import { Monitor, Smartphone } from 'lucide-react'
import { formatDate } from '../lib/format'
import { formatAgo, formatWhen } from '../lib/format-when'
import { now } from '../lib/server-clock'
import { Tag } from '../ui/Badge'
import { DotText } from '../ui/DotText'
import { Tile } from '../ui/Tile'
import { actionsColumn, type Features } from '../ui/table/columns'
import type { RowLayout } from '../ui/table/SortableTable'
import { When } from '../ui/When'
import type { Session } from './queries'

/** The layout on phones: the texts below each other, the button beside them. */
export const sessionsLayout: RowLayout = {
  row: 'max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:py-3',
  cell: 'sm:h-13',
}

const underTheName = 'max-sm:ps-11 max-sm:text-12h max-sm:text-ink-3'
/** @param now milliseconds since 1970. @returns 'Now', '2 hours ago', 'Yesterday, 17:05', '9 Nov 2026'. */
function lastActive({ is_current, last_active_at }: Session, now: number): string {
  if (is_current) return 'Now'
  const words = formatWhen(last_active_at, now)
  if (words.startsWith('Yesterday')) return words
  if (!words.startsWith('Today')) return formatDate(last_active_at)
  const ago = formatAgo(last_active_at, now)
  return ago.charAt(0).toUpperCase() + ago.slice(1)
}

const { accessor, columns } = createColumnHelper<Features, Session>()

export const sessionColumns = columns([
  accessor('browser', {
    id: 'browser',
    header: 'Browser',
    cell: ({ row: { original }, getValue }) => {
      const Icon = /\b(Android|iOS)$/.test(getValue()) ? Smartphone : Monitor
      return (
        <div className="flex min-w-0 items-start gap-3 sm:items-center">
          <div className="max-sm:-mb-3">
            <Tile icon={Icon} />
          </div>
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="text-14 font-semibold text-ink">{getValue()}</span>
            {original.is_by_passkey && <span className="text-12 text-ink-3">by passkey</span>}
            {original.is_current && <Tag>This browser</Tag>}
          </div>
        </div>
      )
    },
    meta: { width: 'w-[36%]' },
  }),
  accessor(({ network }) => network ?? 'Not known', {
    id: 'network',
    header: 'Network',
    meta: { className: `${underTheName} max-sm:row-start-3` },
  }),
  accessor(({ signed_in_at }) => formatDate(signed_in_at), {
    id: 'since',
    header: 'Signed in',
    cell: ({ getValue }) => (
      <>
        <span className="sm:hidden">Signed in </span>
        {getValue()}
      </>
    ),
    // Between phones and 700 px there is no room for it.
    meta: {
      width: 'sm:max-[700px]:hidden',
      className: `${underTheName} max-sm:row-start-4 sm:max-[700px]:hidden`,
    },
  }),
  accessor('last_active_at', {
    id: 'active',
    header: 'Last active',
    cell: ({ row: { original }, getValue }) => (
      <>
        <span className="sr-only sm:hidden">Last active: </span>
        {original.is_current ? (
          <DotText tone="ok">Now</DotText>
        ) : (
          <When at={getValue()}>{(now) => lastActive(original, now)}</When>
        )}
      </>
    ),
    meta: {
      text: (session) => lastActive(session, now()),
      className: `${underTheName} max-sm:row-start-2`,
    },
  }),
  actionsColumn<Session>(
    'w-30',
    'text-end max-sm:col-start-2 max-sm:row-span-4 max-sm:row-start-1 max-sm:content-center sm:pe-6',
  ),
])
