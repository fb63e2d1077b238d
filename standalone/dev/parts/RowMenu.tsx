import { KeyRound, ShieldCheck, UserMinus } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../../../src/ui/menu/Menu'

export function RowMenu(wiring: MenuWiring) {
  return (
    <Menu {...wiring}>
      <MenuItem>
        <ShieldCheck />
        Make admin
      </MenuItem>
      <MenuItem disabled>
        <KeyRound />
        Reset two-factor authentication…
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger>
        <UserMinus />
        Remove from Acme Analytics…
      </MenuItem>
    </Menu>
  )
}
