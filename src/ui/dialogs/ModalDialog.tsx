import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { keepFocus } from '../focus'
import { takeTime } from './take-time'

interface ModalDialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'onClick' | 'onClose'> {
  open: boolean
  /** The user pressed Escape or clicked the scrim: set `open` to false. */
  onClose: () => void
  /**
   * It asks something: it takes no press in its first moments, and keeps away from what opened it. Any other is
   * closed by a click beside it, too, and its content must fill it.
   */
  asks?: boolean
}

/**
 * A native modal dialog: it traps and returns the focus, closes on Escape and lies in the top layer (D18). The
 * page under it doesn't scroll.
 */
export function ModalDialog(props: ModalDialogProps) {
  const { open, onClose, asks = false, ...rest } = props
  const dialog = useRef<HTMLDialogElement>(null)

  // A layout effect: later the dialog may have left the page, and couldn't return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const giveFocusBack = keepFocus()
    element.showModal()
    const takePresses = asks ? takeTime(element) : undefined
    const { clientWidth, style } = document.documentElement
    style.overflow = 'hidden'
    // In place of a scrollbar that takes room, so that nothing jumps.
    style.paddingInlineEnd = `${window.innerWidth - clientWidth}px`
    return () => {
      takePresses?.()
      style.overflow = ''
      style.paddingInlineEnd = ''
      element.close()
      giveFocusBack()
    }
  }, [open, asks])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape, of the dialog itself
    <dialog
      {...rest}
      ref={dialog}
      onClose={(event) => {
        // Strict mode closes and reopens it before this event.
        if (!event.currentTarget.open) onClose()
      }}
      onClick={(event) => {
        // A click on the dialog itself, not its content, is one on the scrim.
        if (!asks && event.target === event.currentTarget) event.currentTarget.close()
      }}
    />
  )
}
