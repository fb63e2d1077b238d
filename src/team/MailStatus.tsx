import type { InvitationState } from '../../contract/team'
import { createInstantFormat, formatAgo } from '../lib/format-when'
import { classNames } from '../ui/class-names'
import { When } from '../ui/When'
import { sinceOf, statusOf, type TeamRow } from './team-rows'

const formatInstant = createInstantFormat()

const dots: Record<InvitationState, string> = {
  waiting: 'bg-warn',
  sent: 'bg-brand-500',
  opened: 'bg-ok',
  failed: 'bg-bad',
  expired: 'bg-ink-3',
}

/** A member's join date, or the state of an invitation's mail. */
export function MailStatus({ row }: { row: TeamRow }) {
  const since = sinceOf(row)
  const state = row.kind === 'invitation' ? row.invitation.state : undefined
  return (
    <span
      className={classNames(
        'flex items-baseline gap-2.5',
        state === 'failed' && 'text-bad',
        state === 'expired' && 'text-ink-3',
      )}
    >
      {state && (
        <span
          className={classNames('size-2 shrink-0 -translate-y-px rounded-full', dots[state])}
          aria-hidden="true"
        />
      )}
      <When at={since} onPaper={statusOf(row, formatInstant)}>
        {(now) => statusOf(row, (at) => formatAgo(at, now))}
      </When>
    </span>
  )
}
