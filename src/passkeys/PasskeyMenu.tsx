import { Pencil, Trash2 } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../ui/menu/Menu'

interface PasskeyMenuProps extends MenuWiring {
  onChoose: (what: 'rename' | 'remove') => void
}

/** The open menu of a passkey. It is a file of its own so that it can load late. */
export function PasskeyMenu({ onChoose, ...wiring }: PasskeyMenuProps) {
  return (
    <Menu {...wiring}>
      <MenuItem onSelect={() => onChoose('rename')}>
        <Pencil />
        Rename…
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onChoose('remove')}>
        <Trash2 />
        Remove…
      </MenuItem>
    </Menu>
  )
}
