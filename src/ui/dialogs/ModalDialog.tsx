import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { keepFocus } from './keep-focus'

interface ModalDialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'onClick' | 'onClose'> {
  open: boolean
  /** The user closed it: Escape, or a click on the scrim. To be answered by `open` being false. */
  onClose: () => void
  /** A click beside it closes it, too. Its content must fill it then. */
  scrimCloses?: boolean
}

/**
 * What lies over the page until it is done with. A native dialog keeps the focus inside and gives it
 * back, closes on Escape and lies above everything (D18); the page under it doesn't scroll.
 */
export function ModalDialog({ open, onClose, scrimCloses = false, ...rest }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  // In time for the dialog to give the focus back: later, it may no longer be in the page.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const giveFocusBack = keepFocus()
    element.showModal()
    const unlock = lockScrolling()
    return () => {
      unlock()
      element.close()
      giveFocusBack()
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
        if (scrimCloses && event.target === event.currentTarget) event.currentTarget.close()
      }}
    />
  )
}

/**
 * Keeps the page under a dialog from scrolling. Where the scrollbar takes room, padding takes its
 * place: nothing jumps, and the dialog's scrim covers it.
 * @returns a function that lets it scroll again.
 */
function lockScrolling(): () => void {
  const { documentElement: root } = document
  const scrollbarWidth = window.innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  root.style.paddingInlineEnd = `${scrollbarWidth}px`
  return () => {
    root.style.overflow = ''
    root.style.paddingInlineEnd = ''
  }
}
