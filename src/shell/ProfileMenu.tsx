import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useLateOpening } from '../lib/use-late-component'
import { profileQuery } from '../profile/queries'
import { Avatar } from '../ui/Avatar'

const importMenu = () => import('./ProfileMenuContent').then((module) => module.ProfileMenuContent)

/**
 * The button with the user's initials. The menu it opens comes later than the rest of the frame:
 * when the browser is idle or the pointer or focus comes near, at the latest on the click, which
 * then opens it as soon as it is there.
 */
export function ProfileMenu({ isAdmin }: { isAdmin: boolean }) {
  const { data: profile } = useQuery(profileQuery)
  const { component: Menu, load, open, show } = useLateOpening(importMenu)
  const button = useRef<HTMLButtonElement>(null)
  const menuId = useId()

  function openWithArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    void show(true)
  }

  return (
    <div className="relative">
      <button
        ref={button}
        type="button"
        aria-label="Profile menu"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => void show(!open)}
        onKeyDown={openWithArrow}
        onPointerEnter={load}
        onFocus={load}
        className="grid place-items-center rounded-control hover:brightness-97 active:brightness-94 dark:hover:brightness-115 dark:active:brightness-125"
      >
        <Avatar name={profile?.full_name} className="size-10 pointer-coarse:size-11" />
      </button>
      {Menu && open && (
        <Menu
          id={menuId}
          button={button}
          onClose={() => void show(false)}
          profile={profile}
          isAdmin={isAdmin}
        />
      )}
    </div>
  )
}
