/**
 * To be called before a dialog takes the focus, and what it returns once the dialog is closed.
 * @returns a function that gives the focus back where the browser couldn't: to what had it or, if that
 *   is gone or can't be pressed any more, to what stands around the place. What had it in a menu has
 *   gone with the menu: its button gets it.
 */
export function keepFocus(): () => void {
  const opener = openerOf(document.activeElement)
  const places = placesAround(opener)
  return () => {
    // What had it may go with the dialog: both are drawn before this runs.
    queueMicrotask(() => {
      if (hasFocus(document.activeElement)) return
      for (const place of places) {
        // What stands around is text or a box, which can have it only so.
        if (place !== opener && !place.hasAttribute('tabindex')) place.tabIndex = -1
        place.focus({ preventScroll: true })
        if (hasFocus(document.activeElement)) return
      }
    })
  }
}

function openerOf(element: Element | null): Element | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}

/** @returns an element, what it lies in up to its landmark, and the page's main part. */
function placesAround(element: Element | null): HTMLElement[] {
  const places: Element[] = []
  const landmark = element?.closest('main, header, nav, aside')
  for (let place = element; place && place !== document.body; place = place.parentElement) {
    places.push(place)
    if (place === landmark) break
  }
  const main = document.querySelector('main')
  if (main) places.push(main)
  return places.filter((place) => place instanceof HTMLElement)
}

/** The page itself has it when nothing has; a button that is disabled is about to lose it. */
function hasFocus(element: Element | null): boolean {
  return element !== null && element !== document.body && !element.matches(':disabled')
}
