import { Ban, Send, ShieldCheck, ShieldOff, UserMinus, UserRound } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../ui/menu/Menu'
import type { TeamChange } from './mutations'
import type { TeamRow } from './team-rows'

interface TeamRowMenuProps extends MenuWiring {
  row: TeamRow
  organisation: string | undefined
  busy: boolean
  onChoose: (change: TeamChange) => void
}

/** The open menu of a row. It is a file of its own so that it can load late. */
export function TeamRowMenu(props: TeamRowMenuProps) {
  const { row, organisation, busy, onChoose, ...wiring } = props
  if ('invitation' in row) {
    const { invitation } = row
    return (
      <Menu {...wiring}>
        <MenuItem disabled={busy} onSelect={() => onChoose({ kind: 'resend', invitation })}>
          <Send />
          Send again
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger disabled={busy} onSelect={() => onChoose({ kind: 'revoke', invitation })}>
          <Ban />
          Revoke…
        </MenuItem>
      </Menu>
    )
  }
  const { member } = row
  const isAdmin = !member.is_organization_admin
  return (
    <Menu {...wiring}>
      <MenuItem disabled={busy} onSelect={() => onChoose({ kind: 'role', member, isAdmin })}>
        {isAdmin ? <ShieldCheck /> : <UserRound />}
        <span>{isAdmin ? 'Make admin' : 'Make member'}</span>
      </MenuItem>
      {member.has_second_factor && (
        <MenuItem
          disabled={busy}
          onSelect={() => onChoose({ kind: 'reset-second-factor', member })}
        >
          <ShieldOff />
          Reset two-factor…
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger disabled={busy} onSelect={() => onChoose({ kind: 'remove', member })}>
        <UserMinus />
        <span className="line-clamp-2 wrap-anywhere">
          {organisation ? `Remove from ${organisation}…` : 'Remove…'}
        </span>
      </MenuItem>
    </Menu>
  )
}
