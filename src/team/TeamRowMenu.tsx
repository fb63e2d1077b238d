import { Ellipsis } from 'lucide-react'
import { MenuButton } from '../ui/menu/MenuButton'
import { Spinner } from '../ui/Spinner'
import type { TeamChange } from './mutations'
import { nameOf, type TeamRow } from './team-rows'

const importMenu = () => import('./TeamRowMenuContent').then((module) => module.TeamRowMenuContent)

interface TeamRowMenuProps {
  row: TeamRow
  /** The organisation's name; undefined while unknown. */
  organisation: string | undefined
  /** A change is in flight. */
  busy: boolean
  onChoose: (change: TeamChange) => void
}

/** The menu of a row; none for oneself, disabled during a change. */
export function TeamRowMenu({ row, organisation, busy, onChoose }: TeamRowMenuProps) {
  if (row.kind === 'member' && row.member.is_self) return null
  return (
    <MenuButton
      label={`Actions for ${nameOf(row)}`}
      importMenu={importMenu}
      menu={(Menu, wiring) => (
        <Menu {...wiring} row={row} organisation={organisation} busy={busy} onChoose={onChoose} />
      )}
      className="inline-grid size-9 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink active:bg-line aria-expanded:bg-sunken pointer-coarse:size-11 dark:hover:bg-raised dark:aria-expanded:bg-raised"
    >
      {busy ? <Spinner /> : <Ellipsis className="size-[18px]" aria-hidden="true" />}
    </MenuButton>
  )
}
