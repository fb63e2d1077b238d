import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { doubleClickTime } from '../double-click'
import { rememberFocus } from '../focus'

interface ModalDialogProps
  extends Omit<ComponentProps<'dialog'>, 'ref' | 'onClick' | 'onPointerDown' | 'onClose'> {
  open: boolean
  /** Called on Escape, or on a click outside the dialog. Set `open` to false then. */
  onClose: () => void
  /**
   * Whether the dialog is a question. Its buttons become active late, and clicks outside don't close it. Without
   * `asks`, content must fill the dialog.
   */
  asks?: boolean
}

/**
 * A native modal dialog: it traps and returns the focus, closes on Escape and lies in the top layer. The
 * page under it doesn't scroll.
 */
export function ModalDialog(props: ModalDialogProps) {
  const { open, onClose, asks = false, ...rest } = props
  const dialog = useRef<HTMLDialogElement>(null)
  /** Whether the pointer was last pressed outside: a selection may be dragged out of the content. */
  const isPressedOutside = useRef(false)

  // A layout effect, because later the dialog may have left the page, and couldn't return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const giveFocusBack = rememberFocus()
    element.showModal()
    const stopDelay = asks ? delayConfirmation(element) : undefined
    const { clientWidth, style } = document.documentElement
    style.overflow = 'hidden'
    // Padding in place of the scrollbar, so that nothing moves.
    style.paddingInlineEnd = `${window.innerWidth - clientWidth}px`
    return () => {
      stopDelay?.()
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
      // A click on the dialog element itself is a click outside its content.
      onPointerDown={({ target, currentTarget }) => {
        isPressedOutside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        if (!asks && target === currentTarget && isPressedOutside.current) currentTarget.close()
      }}
    />
  )
}

/**
 * Keeps a dialog that is opening from being confirmed by the second click of the double click that opened it: its
 * buttons become active 700 ms after it was painted, all but the last, which changes nothing (D115), and those that
 * belong to a field.
 * @returns a function that stops it, for when the dialog closes.
 */
function delayConfirmation(dialog: HTMLDialogElement): () => void {
  const buttons = [...dialog.querySelectorAll<HTMLButtonElement>('button:not([aria-controls])')]
  const confirming = buttons.slice(0, -1)
  let activeFrom = Infinity
  const dropEarlyClick = (event: MouseEvent) => {
    // Clicks by scripts are intended.
    if (!event.isTrusted || event.timeStamp >= activeFrom) return
    if (!confirming.some((button) => button.contains(event.target as Node))) return
    event.preventDefault()
    event.stopPropagation()
  }
  dialog.addEventListener('click', dropEarlyClick, { capture: true })
  for (const button of confirming) button.ariaDisabled = 'true'
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    activeFrom = performance.now() + doubleClickTime
    timer = setTimeout(() => {
      for (const button of confirming) button.ariaDisabled = null
    }, doubleClickTime)
  })
  return () => {
    dialog.removeEventListener('click', dropEarlyClick, { capture: true })
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
