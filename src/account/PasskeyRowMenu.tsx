import { Ellipsis } from 'lucide-react'
import { MenuButton } from '../ui/menu/MenuButton'

const importMenu = () =>
  import('./PasskeyRowMenuContent').then((module) => module.PasskeyRowMenuContent)

interface PasskeyRowMenuProps {
  name: string
  onChoose: (what: 'rename' | 'remove') => void
}

/** The menu of a passkey. */
export function PasskeyRowMenu({ name, onChoose }: PasskeyRowMenuProps) {
  return (
    <MenuButton
      label={`Actions for ${name}`}
      importMenu={importMenu}
      menu={(Menu, wiring) => <Menu {...wiring} onChoose={onChoose} />}
      className="inline-grid size-9 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink active:bg-line aria-expanded:bg-sunken pointer-coarse:size-11 dark:hover:bg-raised dark:aria-expanded:bg-raised"
    >
      <Ellipsis className="size-[18px]" aria-hidden="true" />
    </MenuButton>
  )
}
