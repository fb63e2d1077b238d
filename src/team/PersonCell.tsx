import { Mail } from 'lucide-react'
import { Avatar } from '../ui/Avatar'
import { emailOf, nameOf, type TeamRow } from './team-rows'

/** A member's name and address, or an invited address. */
export function PersonCell({ row }: { row: TeamRow }) {
  const name = nameOf(row)
  const email = emailOf(row)
  return (
    <div className="flex min-w-0 items-center gap-3">
      {row.kind === 'member' ? (
        <Avatar name={name} className="size-9" />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center rounded-control border border-dashed border-ink-3 text-ink-3">
          <Mail className="size-4" aria-hidden="true" />
        </span>
      )}
      <div className="min-w-0 leading-4.5">
        <div className="flex flex-wrap items-center gap-x-2">
          <span
            dir="auto"
            className={`text-14 text-ink ${row.kind === 'member' ? 'font-semibold' : 'font-medium'}`}
          >
            {name}
          </span>
          {row.kind === 'member' && row.member.is_self && (
            <span className="rounded-6 border border-line-2 px-1.5 text-12 text-ink-2 select-none">
              You
            </span>
          )}
        </div>
        {name !== email && <div className="text-12h text-ink-3">{email}</div>}
      </div>
    </div>
  )
}
