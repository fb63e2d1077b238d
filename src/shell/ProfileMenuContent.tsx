import { Link } from '@tanstack/react-router'
import { LogOut, UserPlus, UserRound } from 'lucide-react'
import type { Profile } from '../../contract/profile'
import { useSignOut } from '../session/sign-out'
import { leaveWhenSaved } from '../ui/forms/unsaved-text'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../ui/menu/Menu'

interface ProfileMenuContentProps extends MenuWiring {
  profile: Profile | undefined
  isAdmin: boolean
}

/** The open profile menu, which loads later than its button. */
export function ProfileMenuContent({ profile, isAdmin, ...wiring }: ProfileMenuContentProps) {
  const signOut = useSignOut()
  const firstName = profile?.full_name.trim().split(/\s+/u)[0] || 'User'
  return (
    <Menu {...wiring}>
      <div className="px-3 pt-2 pb-1">
        <span className="block text-15 font-[650] tracking-[-0.01em] wrap-break-word text-ink">
          {`Hey, ${firstName}`}
        </span>
        {profile && (
          <span className="block text-12h wrap-break-word text-ink-3">{profile.email}</span>
        )}
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/dashboard/profile">
          <UserRound />
          Profile Settings
        </Link>
      </MenuItem>
      {isAdmin && (
        <MenuItem asChild>
          <Link to="/dashboard/invite-team">
            <UserPlus />
            Invite Team
          </Link>
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onSelect={() => leaveWhenSaved(signOut)}>
        <LogOut />
        Log Out
      </MenuItem>
    </Menu>
  )
}
