import { Content, Item, Label, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu'
import { Link } from '@tanstack/react-router'
import { LogOut, UserPlus, UserRound } from 'lucide-react'
import type { RefObject } from 'react'
import type { Profile } from '../../contract/profile'
import { signOut } from '../session/sign-out'
import { leaveWhenSaved } from '../ui/forms/unsaved-text'

interface ProfileMenuContentProps {
  id: string
  /** What opens the menu, stands beside it and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Undefined until it has loaded, or when it couldn't. */
  profile: Profile | undefined
  isAdmin: boolean
}

const itemClasses =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-8 px-3 font-medium text-ink-2 outline-none select-none data-highlighted:bg-sunken data-highlighted:text-ink pointer-coarse:min-h-11'
const iconClasses = 'size-[18px] shrink-0'

/** The profile menu itself, apart from its button so that it can be loaded later. */
export function ProfileMenuContent({
  id,
  button,
  open,
  onOpenChange,
  profile,
  isAdmin,
}: ProfileMenuContentProps) {
  const firstName = profile?.full_name.trim().split(/\s+/u)[0] || 'User'
  return (
    <Root
      open={open}
      onOpenChange={onOpenChange}
      modal={false}
      dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
    >
      {/* The real button was there before this code and must not be swapped under the pointer or
          the focus; the menu only takes its place on the screen from here. */}
      <Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </Trigger>
      <Content
        id={id}
        aria-label="Profile menu"
        aria-labelledby={undefined}
        align="end"
        sideOffset={8}
        collisionPadding={16}
        onInteractOutside={(event) => {
          // The button closes the menu by itself; closing it here would let its click reopen it.
          const { target } = event
          if (target instanceof Node && button.current?.contains(target)) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // A click elsewhere, or the page that was opened, has taken the focus: let it be.
          if (document.activeElement === document.body) button.current?.focus()
        }}
        className="z-40 w-64 origin-top rounded-card border border-line bg-raised p-1.5 shadow-card transition-[opacity,scale] outline-none starting:scale-97 starting:opacity-0"
      >
        <Label className="px-3 pt-2 pb-2.5">
          <span className="block text-15 font-[650] tracking-[-0.01em] wrap-break-word text-ink">
            Hey, {firstName}
          </span>
          {profile && (
            <span className="block text-12h wrap-break-word text-ink-3">{profile.email}</span>
          )}
        </Label>
        <Separator className="-mx-1.5 mb-1.5 h-px bg-line" />
        <Item asChild className={itemClasses}>
          <Link to="/dashboard/profile">
            <UserRound className={iconClasses} aria-hidden="true" />
            Profile Settings
          </Link>
        </Item>
        {isAdmin && (
          <Item asChild className={itemClasses}>
            <Link to="/dashboard/invite-team">
              <UserPlus className={iconClasses} aria-hidden="true" />
              Invite Team
            </Link>
          </Item>
        )}
        <Separator className="-mx-1.5 my-1.5 h-px bg-line" />
        <Item
          className={itemClasses}
          onSelect={() => {
            // Where the focus is to come back to: this item will be gone by then.
            button.current?.focus()
            leaveWhenSaved(signOut)
          }}
        >
          <LogOut className={iconClasses} aria-hidden="true" />
          Log Out
        </Item>
      </Content>
    </Root>
  )
}
