/**
 * Remembers the focus. Call it before a dialog opens, or what has the focus goes, and its result afterwards.
 * @returns a function that restores the focus where the browser couldn't: to the element that had it, to the
 *   button of the menu it was in, or, if that is gone or disabled, to what surrounded it.
 */
export function keepFocus(): () => void {
  const opener = openerOf(document.activeElement)
  const places = placesAround(opener)
  return () => {
    // The element may leave with the dialog: both are rendered before this runs.
    queueMicrotask(() => {
      if (hasFocus(document.activeElement)) return
      for (const place of places) {
        // Texts and boxes can have the focus only with a tabindex.
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

/** @returns an element, its ancestors up to the landmark, and the main landmark. */
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

/** The body has the focus when nothing has; a disabled button is about to lose it. */
function hasFocus(element: Element | null): boolean {
  return element !== null && element !== document.body && !element.matches(':disabled')
}
