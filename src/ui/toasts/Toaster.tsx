import { memo, type PointerEvent, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'
import { connectToaster } from './toast'

/** The part of a toast's width that a drag has to pass to dismiss it (D26). */
const dismissalDistance = 0.8

/** Grows with the text, as the bar does. */
const underTopBar = '5rem'

/**
 * Sonner dismisses after 45 px or a flick, which it doesn't let us choose. Setting its own measure
 * of the drag back to zero before it looks makes the toast spring back instead.
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

/**
 * Where toasts appear. Loaded when the browser is idle or the first toast is wanted. Not drawn anew with
 * each page: sonner asks the page's direction each time, for which the browser styles all of it.
 */
export const Toaster = memo(function Toaster() {
  useEffect(() => connectToaster(toast), [])
  return (
    <div onPointerUpCapture={springBackWhenDraggedTooLittle}>
      <Sonner
        position="top-right"
        duration={5000}
        swipeDirections={['left', 'right']}
        containerAriaLabel="Notifications"
        // Below the top bar, whose buttons are wanted as much as before.
        offset={{ top: underTopBar, right: 32 }}
        // On phones the title has a line of its own in the bar.
        mobileOffset={{ top: '7.25rem' }}
      />
    </div>
  )
})
