import { useEffectEvent, useLayoutEffect } from 'react'
import { pageState } from '../lib/page-state'

/** An element, and where it stood in its parent. */
interface Place {
  element: Element
  parent: Element | null
  index: number
}

/** What had the focus last, and what surrounded it then, from the inside out. */
const focusedLast = pageState<readonly Place[]>('focused last', [])

/** Remembers what has the focus, for `useFocusHandOver`. @returns a function that stops it. */
export function followFocus(): () => void {
  const remember = () => focusedLast.set(placesAround(document.activeElement))
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/**
 * When what has the focus goes, or is disabled, the focus goes to a place near it.
 * @param change another value whenever something comes or goes.
 * @param find looks for the element that gets the focus: in what came in place of what is gone, then in each
 *   element that surrounded it, from the inside out. By default a form's first field, or a heading.
 */
export function useFocusHandOver(
  change: unknown,
  find: (place: Element) => Element | null = fieldOrHeadingIn,
): void {
  const findNow = useEffectEvent(find)
  // A layout effect: a dialog that opens at the same time remembers the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when to look
  useLayoutEffect(() => {
    const places = focusedLast.get()
    if (!isFocusFree() || !places[0] || isThere(places[0].element)) return
    for (const place of places.flatMap(whatIsLeft)) {
      const target = findNow(place)
      if (target instanceof HTMLElement) return focusAnything(target)
    }
  }, [change])
}

/**
 * Remembers the focus. Call it before a dialog opens, and its result after it has closed.
 * @returns a function that restores the focus where the browser couldn't: to the element that had it, to the
 *   button of the menu it was in, or, if that is gone or disabled, to what surrounded it.
 */
export function keepFocus(): () => void {
  const places = placesAround(openerOf(document.activeElement))
  return () => {
    // The element may leave with the dialog: both are rendered before this runs.
    queueMicrotask(() => {
      for (const { element } of [...places, ...placesAround(document.querySelector('main'))]) {
        if (!isFocusFree()) return
        if (element instanceof HTMLElement && isThere(element)) focusAnything(element)
      }
    })
  }
}

/** What to do next, if something came, or else what is there. */
export const fieldOrHeadingIn = (place: Element) =>
  place.querySelector('form input:not([hidden])') ?? place.querySelector('h2')

function openerOf(element: Element | null): Element | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}

/** @returns an element and its ancestors up to the landmark. */
function placesAround(element: Element | null): Place[] {
  const places: Place[] = []
  const landmark = element?.closest('main, header, nav, aside')
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    const { parentElement: parent } = one
    places.push({ element: one, parent, index: parent ? [...parent.children].indexOf(one) : 0 })
    if (one === landmark) break
  }
  return places
}

/** @returns the element, or what came in its place. */
function whatIsLeft({ element, parent, index }: Place): Element[] {
  if (element.isConnected) return [element]
  const next = parent?.isConnected && parent.children[index]
  return next ? [next] : []
}

/** Whether nothing has the focus: then the body has it, or a disabled button, which is about to lose it. */
function isFocusFree(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || !isThere(activeElement)
}

const isThere = (element: Element) => element.isConnected && !element.matches(':disabled')

/** Focuses a control, or a text or box, which the page doesn't scroll to. */
function focusAnything(element: HTMLElement): void {
  const isControl = element.tabIndex >= 0
  // Only with a tabindex can others have the focus.
  if (!isControl) element.tabIndex = -1
  element.focus({ preventScroll: !isControl })
}
