import { createColumnHelper } from '@tanstack/react-table'
import { CreditCard, Search, Wrench } from 'lucide-react'
import type { AuditEntry } from '../../contract/audit-log'
import type { CsvColumns } from '../../contract/csv'
import { fileDay } from '../../contract/site-day'
import { fileZone, formatDay, isOtherDay, siteDayOf } from '../billing/days'
import { formatWhen } from '../lib/format-when'
import { settings } from '../settings'
import { Avatar } from '../ui/Avatar'
import { Tile } from '../ui/Tile'
import type { Features } from '../ui/table/columns'
import type { RowLayout } from '../ui/table/SortableTable'
import { When } from '../ui/When'
import { auditGroups, auditKinds } from './audit-kinds'
import { mostNamed, sentenceOf, sentenceText } from './audit-sentence'

function actorName({ actor }: AuditEntry): string {
  if (actor.kind === 'provider') return 'Payment provider'
  if (actor.kind === 'operator') return 'Operator'
  if (actor.kind === 'orglens') return settings.productName
  return actor.name || actor.email || 'A former member'
}

const signs = { provider: CreditCard, operator: Wrench, orglens: Search }

/** @returns the author's address, unless it is shown as the name. Names can be faked, addresses can't. */
function actorAddress(entry: AuditEntry): string | undefined {
  const { kind, email } = entry.actor
  return kind === 'user' && email !== actorName(entry) ? email : undefined
}

function ActorCell({ entry }: { entry: AuditEntry }) {
  const name = actorName(entry)
  const address = actorAddress(entry)
  const { kind, email } = entry.actor
  const Sign = kind === 'user' ? null : signs[kind]
  return (
    <div className="flex items-center gap-3" title={email}>
      {Sign ? <Tile icon={Sign} /> : <Avatar name={name} />}
      <div className="min-w-0 leading-4.5">
        <span dir="auto" className={kind === 'user' ? 'font-semibold text-ink' : 'font-medium'}>
          {name}
        </span>
        {address && <div className="text-12h text-ink-3">{address}</div>}
      </div>
    </div>
  )
}

/** Three lines on phones: author and action, time, then address and network. */
export const auditLayout: RowLayout = {
  row: 'max-sm:py-3',
  cell: 'sm:h-13',
  head: 'sm:[--head:5.5rem] min-[80rem]:[--head:4.5rem]',
}

/** The place of the lines below the sentence, on phones. */
const below = 'max-sm:ps-11 max-sm:text-12h max-sm:text-ink-3'

/**
 * The time of an entry in the reader's zone. Entries about money also name their day if the site's zone has another
 * (D97).
 */
function EntryTime({ entry: { at, action } }: { entry: AuditEntry }) {
  const when = <When at={at}>{(now) => formatWhen(at, now)}</When>
  if (!(action in (auditGroups.Plans ?? {})) || !isOtherDay(at)) return when
  return (
    <>
      {when} <span className="text-12h text-ink-3 sm:block">{formatDay(at)}</span>
    </>
  )
}

/** The action, after its icon. On phones it follows the author's name. */
function ActionCell({ entry }: { entry: AuditEntry }) {
  const [, icon, tone] = auditKinds[entry.action]
  return (
    <div className="flex gap-3 max-sm:text-14 sm:items-center">
      {/* Its row on phones is as high as the texts. */}
      <span className="max-sm:h-5">
        <Tile icon={icon} {...(tone && { tone })} isSmall />
      </span>
      <div className="min-w-0">
        <p>
          <bdi className="font-semibold text-ink sm:hidden">{actorName(entry)}</bdi>{' '}
          {sentenceOf(entry).map(({ text, isSubject }, index) =>
            isSubject ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a sentence's parts have no other name, and stay
              <bdi key={index} className="font-medium text-ink max-sm:font-semibold">
                {text}
              </bdi>
            ) : (
              text
            ),
          )}
        </p>
        <Addresses of={entry} />
      </div>
    </div>
  )
}

/** A long list of addresses, which opens on demand. */
function Addresses({ of: { details } }: { of: AuditEntry }) {
  const { addresses = [] } = details
  if (addresses.length <= mostNamed) return null
  return (
    <details className="text-12h text-ink-2">
      <summary className="w-fit cursor-pointer">All {addresses.length} addresses</summary>
      <ul className="mt-1 max-h-60 overflow-y-auto wrap-anywhere">
        {addresses.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that stays, in which erased ones are alike
          <li key={index}>
            <bdi>{address}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

const { accessor, columns } = createColumnHelper<Features, AuditEntry>()

export const auditColumns = columns([
  accessor('at', {
    id: 'when',
    header: 'When',
    cell: ({ row }) => <EntryTime entry={row.original} />,
    meta: { width: 'w-36 md:w-44', className: `max-sm:row-start-2 ${below}` },
  }),
  accessor(actorName, {
    id: 'who',
    header: 'Who',
    cell: ({ row }) => <ActorCell entry={row.original} />,
    meta: { width: 'w-48 md:w-56.5', className: 'max-sm:hidden' },
  }),
  accessor(sentenceText, {
    id: 'what',
    header: 'What',
    cell: ({ row }) => <ActionCell entry={row.original} />,
    meta: { className: 'max-sm:row-start-1' },
  }),
  accessor('network', {
    id: 'network',
    header: 'Network',
    cell: ({ row: { original: entry } }) => (
      <>
        <span className="sm:hidden">
          {[actorAddress(entry), entry.network].filter(Boolean).join(' · ')}
        </span>
        <span className="text-ink-3 max-sm:hidden">{entry.network ?? '–'}</span>
      </>
    ),
    meta: {
      width: 'w-37.5 sm:max-lg:not-print:hidden',
      className: `${below} sm:max-lg:not-print:hidden`,
    },
  }),
])

export const auditCsv: CsvColumns<AuditEntry> = {
  When: ({ at }) => at,
  Who: actorName,
  Email: ({ actor }) => actor.email ?? '',
  What: sentenceText,
  Action: ({ action }) => action,
  Subject: ({ subject, details }) => subject ?? details.addresses?.join(', ') ?? '',
  Network: ({ network }) => network ?? '',
  Day: ({ at }) => fileDay(siteDayOf(at)),
  'Time zone': fileZone,
}
