import { type FocusEvent, useLayoutEffect, useRef } from 'react'

type Found = Element | null | undefined

/**
 * Moves the focus when the element that has it leaves a box, or is disabled. Otherwise it would end at the page's body.
 * After a row has gone (rows have `data-index`), the button of the next row gets the focus, or that of the row before.
 * @param find finds the element for all other cases; by default, and where it finds none, the box's heading.
 * @param isReady false while what gets the focus is still loading: it moves once that is there.
 * @returns props for the box. The component that calls this hook renders again whenever something may have gone.
 */
export function useFocusInBox(find?: (box: Element | null) => Found, isReady = true) {
  const ref = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  // A layout effect, because a dialog that opens in the same render remembers the focus.
  useLayoutEffect(() => {
    const { current: box } = ref
    const { current: element } = focused
    if (!isReady || !element || canHaveFocus(element) || canHaveFocus(document.activeElement))
      return
    // A button that is disabled while it is busy takes the focus back itself.
    if (element.isConnected && element.ariaBusy === 'true') return
    focused.current = null
    const row = element.closest<HTMLElement>('[data-index]')
    const index = row?.isConnected ? Number.NaN : Number(row?.dataset.index)
    const buttons = [index, index - 1].map((at) =>
      box?.querySelector(`[data-index="${at}"] button`),
    )
    focusFirst(...buttons, find?.(box), headingOf(box))
  })
  return {
    ref,
    onFocus({ target }: FocusEvent) {
      // Dialogs and menus give the focus back themselves.
      if (!target.closest('dialog, [role=menu]')) focused.current = target
    },
  }
}

/**
 * Remembers the focus. Call it before a dialog opens, and its result after it has closed.
 * @returns a function that restores the focus where the browser couldn't: to the element that had it, to the button
 *   of the menu it was in, or, if that is gone or disabled, to the heading of its card.
 */
export function rememberFocus(): () => void {
  const { activeElement } = document
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : activeElement
  const card = opener?.closest('section, li')
  // The opener may leave with the dialog: both are rendered before this runs.
  return () => queueMicrotask(() => focusFirst(opener, headingOf(card)))
}

/** Finds the first field of a form that opened in a box. */
export const firstFieldIn = (box: Element | null) => box?.querySelector('form input:not([hidden])')

/** Finds the heading of a box or, if it has none, of the nearest section around it that has one. */
function headingOf(box: Found): Found {
  return box && (box.querySelector('h2, h3') ?? headingOf(box.parentElement?.closest('section')))
}

const canHaveFocus = (element: Found): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  !element.matches(':disabled')

/** Focuses the first element that can have the focus, or else the page's heading, unless another has it. */
function focusFirst(...elements: Found[]): void {
  if (canHaveFocus(document.activeElement)) return
  const element = elements.find(canHaveFocus) ?? document.querySelector('h1')
  if (!element) return
  // The page doesn't scroll to a heading or box, which can have the focus only with a tabindex.
  const isControl = element.tabIndex >= 0
  if (!isControl) element.tabIndex = -1
  element.focus({ preventScroll: !isControl })
}
