import { type ComponentProps, useEffect, useRef } from 'react'
import { lockScrolling } from './lock-scrolling'

interface ModalDialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'onClick' | 'onClose'> {
  open: boolean
  /** The user closed it: Escape, or a click on the scrim. */
  onClose: () => void
}

/**
 * What slides or fades in over the page. A native dialog keeps the focus inside, closes on Escape and
 * gives the focus back (D18); here a click on the scrim closes it, too. Its content must fill it.
 */
export function ModalDialog({ open, onClose, ...rest }: ModalDialogProps) {
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

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape, of the dialog itself
    <dialog
      {...rest}
      ref={dialog}
      onClose={(event) => {
        // Strict mode closes and opens it again before this is heard.
        if (!event.currentTarget.open) onClose()
      }}
      onClick={(event) => {
        // What hits the dialog itself, rather than its content, hit the scrim around it.
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    />
  )
}
