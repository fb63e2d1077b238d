import { X } from 'lucide-react'
import { ModalDialog } from '../../ui/dialogs/ModalDialog'
import { IconButton } from '../../ui/IconButton'
import { NavigationPanel } from './NavigationPanel'

interface NavigationDrawerProps {
  id: string
  isAdmin: boolean
  open: boolean
  onClose: () => void
}

/** The sidebar of narrow screens. */
export function NavigationDrawer({ id, open, onClose, ...panel }: NavigationDrawerProps) {
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      id={id}
      aria-label="Menu"
      className="fixed inset-y-0 start-0 end-auto m-0 h-dvh max-h-none w-66 max-w-[85vw] -translate-x-full border-e border-line bg-surface text-ink shadow-card transition-[translate,display,overlay] transition-discrete duration-180 backdrop:bg-[rgb(11_15_30/0.5)] backdrop:opacity-0 backdrop:transition-[opacity,display,overlay] backdrop:transition-discrete backdrop:duration-180 open:translate-x-0 open:backdrop:opacity-100 starting:open:-translate-x-full starting:open:backdrop:opacity-0"
    >
      <NavigationPanel
        {...panel}
        onNavigate={onClose}
        action={
          <IconButton label="Close menu" onClick={onClose}>
            <X className="size-[18px]" />
          </IconButton>
        }
      />
    </ModalDialog>
  )
}
