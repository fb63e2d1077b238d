import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type FocusEvent, memo, type PointerEvent, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'
import { connectToaster } from './toast'

/** The part of its width that a toast must be dragged to be dismissed. */
const dismissalDistance = 0.8

const icons = {
  success: <CircleCheck className="size-5" />,
  error: <CircleAlert className="size-5" />,
  info: <Info className="size-5" />,
  warning: <TriangleAlert className="size-5" />,
  close: <X className="size-4.5" />,
}

/**
 * Keeps sonner from dismissing a toast after 45 px or a flick. Sonner has no option for that, so its record of the
 * drag is reset.
 */
function springBackWhenDraggedTooLittle(event: PointerEvent) {
  const target = event.target instanceof Element ? event.target : null
  const dragged = target?.closest<HTMLElement>('[data-sonner-toast]')
  if (!dragged) return
  const amount = Number.parseFloat(dragged.style.getPropertyValue('--swipe-amount-x')) || 0
  if (Math.abs(amount) <= dragged.offsetWidth * dismissalDistance) {
    dragged.style.setProperty('--swipe-amount-x', '0px')
  }
}

/** Pauses the toasts while one has the focus. Sonner pauses them only under the pointer, so it is told of one. */
function pauseWhileFocused({ target, currentTarget, relatedTarget, type }: FocusEvent) {
  if (type === 'focus') target.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
  else if (!currentTarget.contains(relatedTarget)) {
    const left = { bubbles: true, relatedTarget: document.body }
    target.dispatchEvent(new MouseEvent('mouseout', left))
  }
}

/** Closes the newest toast on Escape, unless a dialog, a menu or a field's list is open, which closes first. */
function closeNewestOnEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  if (document.querySelector('dialog[open], [role="menu"]')) return
  const newest = toast.getToasts().at(-1)
  if (newest) toast.dismiss(newest.id)
}

/**
 * The container of toasts. It is memoised, because at each render sonner reads the page's direction, which forces a
 * style pass.
 */
export const Toaster = memo(function Toaster() {
  useEffect(() => connectToaster(toast), [])
  useEffect(() => {
    window.addEventListener('keydown', closeNewestOnEscape)
    return () => window.removeEventListener('keydown', closeNewestOnEscape)
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the toasts within have the roles
    <div
      onPointerUpCapture={springBackWhenDraggedTooLittle}
      onFocus={pauseWhileFocused}
      onBlur={pauseWhileFocused}
    >
      <Sonner
        position="top-right"
        duration={5000}
        swipeDirections={['left', 'right']}
        containerAriaLabel="Notifications"
        closeButton
        toastOptions={{ closeButtonAriaLabel: 'Close' }}
        icons={icons}
        gap={8}
        // Toasts stand in the top bar, over the search box (`toaster.css`).
        offset={{ top: 15, right: 'var(--toast-end)' }}
        mobileOffset={8}
      />
    </div>
  )
})
