import { X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { IconButton } from '../ui/IconButton'
import { lockScrolling } from './lock-scrolling'
import { NavigationPanel } from './NavigationPanel'

interface NavigationDrawerProps {
  id: string
  isAdmin: boolean
  pathname: string
  open: boolean
  onClose: () => void
}

/**
 * The sidebar of screens that have no room for one. A native dialog keeps the focus inside, closes
 * on Escape and gives the focus back to the menu button (D18).
 */
export function NavigationDrawer({ id, open, onClose, ...panel }: NavigationDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    const unlock = lockScrolling()
    return () => {
      unlock()
      element.close()
    }
  }, [open])

  function closeOnScrim(event: MouseEvent) {
    // The panel fills the dialog, so what hits the dialog itself hit the scrim around it.
    if (event.target === event.currentTarget) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape, of the dialog itself
    <dialog
      ref={dialog}
      id={id}
      aria-label="Menu"
      onClose={onClose}
      onClick={closeOnScrim}
      className="fixed inset-y-0 start-0 end-auto m-0 h-dvh max-h-none w-66 max-w-[85vw] -translate-x-full border-e border-line bg-surface text-ink shadow-card transition-[translate,display,overlay] transition-discrete duration-180 backdrop:bg-[rgb(11_15_30/0.5)] backdrop:opacity-0 backdrop:transition-[opacity,display,overlay] backdrop:transition-discrete backdrop:duration-180 open:translate-x-0 open:backdrop:opacity-100 rtl:translate-x-full rtl:open:translate-x-0 starting:open:-translate-x-full starting:open:backdrop:opacity-0 rtl:starting:open:translate-x-full"
    >
      <NavigationPanel
        {...panel}
        onNavigate={onClose}
        action={
          <IconButton label="Close menu" onClick={onClose}>
            <X className="size-[18px]" aria-hidden="true" />
          </IconButton>
        }
      />
    </dialog>
  )
}
