import { Ban, KeyRound, Send, ShieldCheck, UserMinus, UserRound } from 'lucide-react'
import type { TeamInvitation, TeamMember } from '../../contract/team'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../ui/menu/Menu'
import type { TeamChange } from './mutations'
import type { TeamRow } from './team-rows'

export interface TeamRowMenuProps {
  row: TeamRow
  /** The organisation's name; undefined while unknown. */
  organisation: string | undefined
  /** A change is in flight. */
  busy: boolean
  onChoose: (change: TeamChange) => void
}

/** The open menu of a row, apart from its button so that it can be loaded later. */
export function TeamRowMenuContent(props: TeamRowMenuProps & MenuWiring) {
  const { row, organisation, busy, onChoose, ...wiring } = props
  return (
    <Menu {...wiring} className="w-56">
      {row.kind === 'member' ? (
        <MemberItems member={row.member} {...{ organisation, busy, onChoose }} />
      ) : (
        <InvitationItems invitation={row.invitation} {...{ busy, onChoose }} />
      )}
    </Menu>
  )
}

interface MemberItemsProps extends Omit<TeamRowMenuProps, 'row'> {
  member: TeamMember
}

function MemberItems({ member, organisation, busy, onChoose }: MemberItemsProps) {
  const isAdmin = !member.is_organization_admin
  return (
    <>
      <MenuItem disabled={busy} onSelect={() => onChoose({ kind: 'role', member, isAdmin })}>
        {isAdmin ? <ShieldCheck /> : <UserRound />}
        {isAdmin ? 'Make admin' : 'Make member'}
      </MenuItem>
      {member.has_second_factor && (
        <MenuItem
          disabled={busy}
          onSelect={() => onChoose({ kind: 'reset-second-factor', member })}
        >
          <KeyRound />
          Reset two-factor authentication…
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger disabled={busy} onSelect={() => onChoose({ kind: 'remove', member })}>
        <UserMinus />
        <span className="line-clamp-2 wrap-anywhere">
          {organisation ? `Remove from ${organisation}…` : 'Remove…'}
        </span>
      </MenuItem>
    </>
  )
}

interface InvitationItemsProps extends Pick<TeamRowMenuProps, 'busy' | 'onChoose'> {
  invitation: TeamInvitation
}

function InvitationItems({ invitation, busy, onChoose }: InvitationItemsProps) {
  return (
    <>
      <MenuItem disabled={busy} onSelect={() => onChoose({ kind: 'resend', invitation })}>
        <Send />
        Send again
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger disabled={busy} onSelect={() => onChoose({ kind: 'revoke', invitation })}>
        <Ban />
        Revoke…
      </MenuItem>
    </>
  )
}
