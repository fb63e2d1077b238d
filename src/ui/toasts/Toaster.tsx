import { memo, type PointerEvent, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'
import { connectToaster } from './toast'

/** The part of a toast's width that a drag must exceed to dismiss it (D26). */
const dismissalDistance = 0.8

/** In rem: the bar grows with the text. */
const underTopBar = '5rem'

/** Sonner dismisses after 45 px or a flick, without an option. Resetting its measure of the drag prevents that. */
function springBackWhenDraggedTooLittle(event: PointerEvent) {
  const target = event.target instanceof Element ? event.target : null
  const dragged = target?.closest<HTMLElement>('[data-sonner-toast]')
  if (!dragged) return
  const amount = Number.parseFloat(dragged.style.getPropertyValue('--swipe-amount-x')) || 0
  if (Math.abs(amount) <= dragged.offsetWidth * dismissalDistance) {
    dragged.style.setProperty('--swipe-amount-x', '0px')
  }
}

/** Shows toasts. Memoised: at each render sonner reads the page's direction, which forces a style pass. */
export const Toaster = memo(function Toaster() {
  useEffect(() => connectToaster(toast), [])
  return (
    <div onPointerUpCapture={springBackWhenDraggedTooLittle}>
      <Sonner
        position="top-right"
        duration={5000}
        swipeDirections={['left', 'right']}
        containerAriaLabel="Notifications"
        // Below the top bar, whose buttons stay usable.
        offset={{ top: underTopBar, right: 32 }}
        // On phones the bar has two lines.
        mobileOffset={{ top: '7.25rem' }}
      />
    </div>
  )
})
