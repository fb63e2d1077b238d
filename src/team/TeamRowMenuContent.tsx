import { Ban, KeyRound, Send, ShieldCheck, UserMinus, UserRound } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../ui/menu/Menu'
import type { TeamChange } from './mutations'
import type { TeamRow } from './team-rows'

interface TeamRowMenuContentProps extends MenuWiring {
  row: TeamRow
  organisation: string | undefined
  busy: boolean
  onChoose: (change: TeamChange) => void
}

/** The open menu of a row, apart from its button so that it can be loaded later. */
export function TeamRowMenuContent(props: TeamRowMenuContentProps) {
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

type ItemsProps = Pick<TeamRowMenuContentProps, 'busy' | 'onChoose'>
type Of<Kind extends TeamRow['kind']> = Omit<Extract<TeamRow, { kind: Kind }>, 'kind' | 'id'>

function MemberItems(
  props: ItemsProps & Of<'member'> & Pick<TeamRowMenuContentProps, 'organisation'>,
) {
  const { member, organisation, busy, onChoose } = props
  const isAdmin = !member.is_organization_admin
  return (
    <>
      <MenuItem disabled={busy} onSelect={() => onChoose({ kind: 'role', member, isAdmin })}>
        {isAdmin ? <ShieldCheck aria-hidden="true" /> : <UserRound aria-hidden="true" />}
        {isAdmin ? 'Make admin' : 'Make member'}
      </MenuItem>
      {member.has_second_factor && (
        <MenuItem
          disabled={busy}
          onSelect={() => onChoose({ kind: 'reset-second-factor', member })}
        >
          <KeyRound aria-hidden="true" />
          Reset two-factor authentication…
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger disabled={busy} onSelect={() => onChoose({ kind: 'remove', member })}>
        <UserMinus aria-hidden="true" />
        <span className="line-clamp-2 wrap-anywhere">
          {organisation ? `Remove from ${organisation}…` : 'Remove…'}
        </span>
      </MenuItem>
    </>
  )
}

function InvitationItems({ invitation, busy, onChoose }: ItemsProps & Of<'invitation'>) {
  return (
    <>
      <MenuItem disabled={busy} onSelect={() => onChoose({ kind: 'resend', invitation })}>
        <Send aria-hidden="true" />
        Send again
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger disabled={busy} onSelect={() => onChoose({ kind: 'revoke', invitation })}>
        <Ban aria-hidden="true" />
        Revoke…
      </MenuItem>
    </>
  )
}
