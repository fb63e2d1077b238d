import { memo, type PointerEvent, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'
import { connectToaster } from './toast'

/** The part of its width that a toast must be dragged to be dismissed. */
const dismissalDistance = 0.8

/** The distance from the top in rem, because the top bar grows with the text. */
const underTopBar = '5rem'

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

/**
 * The container of toasts. It is memoised, because at each render sonner reads the page's direction, which forces a
 * style pass.
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
        // Toasts are below the top bar, so that the bar's buttons stay usable.
        offset={{ top: underTopBar, right: 32 }}
        // On phones the top bar has two lines.
        mobileOffset={{ top: '7.25rem' }}
      />
    </div>
  )
})
