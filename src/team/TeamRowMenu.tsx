import { Ellipsis } from 'lucide-react'
import { MenuButton } from '../ui/menu/MenuButton'
import { Spinner } from '../ui/Spinner'
import type { TeamRowMenuProps } from './TeamRowMenuContent'
import { nameOf } from './team-rows'

const importMenu = () => import('./TeamRowMenuContent').then((module) => module.TeamRowMenuContent)

/** The menu of a row; none for oneself, disabled during a change. */
export function TeamRowMenu(props: TeamRowMenuProps) {
  const { row, busy } = props
  if (row.kind === 'member' && row.member.is_self) return null
  return (
    <MenuButton
      label={`Actions for ${nameOf(row)}`}
      importMenu={importMenu}
      menu={(Menu, wiring) => <Menu {...wiring} {...props} />}
      className="inline-grid size-9 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink active:bg-line aria-expanded:bg-sunken pointer-coarse:size-11 dark:hover:bg-raised dark:aria-expanded:bg-raised"
    >
      {busy ? <Spinner /> : <Ellipsis className="size-[18px]" />}
    </MenuButton>
  )
}
