import { Link } from '@tanstack/react-router'
import { LogOut, UserPlus, UserRound } from 'lucide-react'
import type { RefObject } from 'react'
import type { Profile } from '../../contract/profile'
import { signOut } from '../session/sign-out'
import { leaveWhenSaved } from '../ui/forms/unsaved-text'
import { Menu } from '../ui/Menu'

interface ProfileMenuContentProps {
  id: string
  /** What has opened the menu, stands beside it and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  /** Undefined until it has loaded, or when it couldn't. */
  profile: Profile | undefined
  isAdmin: boolean
}

const item = {
  role: 'menuitem',
  tabIndex: -1,
  className:
    'flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-8 px-3 font-medium text-ink-2 outline-none select-none focus:bg-sunken focus:text-ink pointer-coarse:min-h-11',
} as const
const iconClasses = 'size-[18px] shrink-0'

/** The open profile menu, apart from its button so that it can be loaded later. */
export function ProfileMenuContent(props: ProfileMenuContentProps) {
  const { id, button, onClose, profile, isAdmin } = props
  const firstName = profile?.full_name.trim().split(/\s+/u)[0] || 'User'
  return (
    <Menu id={id} label="Profile menu" button={button} onClose={onClose}>
      <div className="px-3 pt-2 pb-2.5">
        <span className="block text-15 font-[650] tracking-[-0.01em] wrap-break-word text-ink">
          Hey, {firstName}
        </span>
        {profile && (
          <span className="block text-12h wrap-break-word text-ink-3">{profile.email}</span>
        )}
      </div>
      <hr className="-mx-1.5 mb-1.5 h-px border-0 bg-line" />
      <Link {...item} to="/dashboard/profile" onClick={onClose}>
        <UserRound className={iconClasses} aria-hidden="true" />
        Profile Settings
      </Link>
      {isAdmin && (
        <Link {...item} to="/dashboard/invite-team" onClick={onClose}>
          <UserPlus className={iconClasses} aria-hidden="true" />
          Invite Team
        </Link>
      )}
      <hr className="-mx-1.5 my-1.5 h-px border-0 bg-line" />
      <button
        {...item}
        type="button"
        onClick={() => {
          // Where the focus is to come back to: this item will be gone by then.
          button.current?.focus()
          onClose()
          leaveWhenSaved(signOut)
        }}
      >
        <LogOut className={iconClasses} aria-hidden="true" />
        Log Out
      </button>
    </Menu>
  )
}
