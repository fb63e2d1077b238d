import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../profile/queries'
import { Avatar } from '../ui/Avatar'
import { MenuButton } from '../ui/menu/MenuButton'

const importMenu = () => import('./ProfileMenuContent').then((module) => module.ProfileMenuContent)

/** The button with the user's initials, which opens their menu. */
export function ProfileMenu({ isAdmin }: { isAdmin: boolean }) {
  const { data: profile } = useQuery(profileQuery)
  return (
    <MenuButton
      label="Profile menu"
      importMenu={importMenu}
      menu={(Menu, wiring) => <Menu {...wiring} profile={profile} isAdmin={isAdmin} />}
      className="grid place-items-center rounded-control hover:brightness-97 active:brightness-94 dark:hover:brightness-115 dark:active:brightness-125"
    >
      <Avatar name={profile?.full_name} className="size-10 pointer-coarse:size-11" />
    </MenuButton>
  )
}
