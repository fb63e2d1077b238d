import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface BoxProps {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
}

/**
 * Moves the focus when the element that has it leaves a box, or is disabled. Otherwise it would end at the page's body.
 * After a row has gone (rows have `data-index`), the button of the next row gets the focus, or that of the row before.
 * @param find finds the element for all other cases; by default, and where it finds none, the box's heading.
 * @param isReady false while what gets the focus is still loading: it moves once that is there.
 * @returns props for the box. The component that calls this hook renders again whenever something may have gone.
 */
export function useFocusInBox(
  find?: (box: HTMLDivElement | null) => HTMLElement | null | undefined,
  isReady = true,
): BoxProps {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  // In a layout effect: a dialog that opens in the same render remembers the focus.
  useLayoutEffect(() => {
    const gone = focused.current
    if (!isReady || !gone || canHaveFocus(gone) || !isFocusFree()) return
    focused.current = null
    focusAnything(
      buttonOfNeighbour(gone, box.current) ?? find?.(box.current) ?? headingOf(box.current),
    )
  })
  return {
    ref: box,
    onFocus({ target }) {
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
export function keepFocus(): () => void {
  const opener = openerOf(document.activeElement)
  const card = opener?.closest('section, li') ?? null
  return () => {
    // The opener may leave with the dialog: both are rendered before this runs.
    queueMicrotask(() => {
      if (!isFocusFree()) return
      const isThere = opener instanceof HTMLElement && opener !== document.body
      focusAnything(isThere && canHaveFocus(opener) ? opener : headingOf(card))
    })
  }
}

function openerOf(element: Element | null): Element | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}

/** Finds the first field of a form that opened in a box. */
export const firstFieldIn = (box: Element | null) =>
  box?.querySelector<HTMLElement>('form input:not([hidden])')

/** Finds the button of the row that took the place of one that has gone, or else of the row before. */
function buttonOfNeighbour(gone: Element, box: Element | null): HTMLElement | null {
  const row = gone.closest<HTMLElement>('[data-index]')
  if (!box || !row || row.isConnected) return null
  const index = Number(row.dataset.index)
  const buttonOf = (at: number) => box.querySelector<HTMLElement>(`[data-index="${at}"] button`)
  return buttonOf(index) ?? buttonOf(index - 1)
}

/** Finds the heading of a box, or of the card around it, or of the page. */
function headingOf(box: Element | null): HTMLElement | null {
  const places = box?.isConnected ? [box, box.closest('section')] : []
  const headings = places.map((place) => place?.querySelector<HTMLElement>('h2, h3'))
  return headings.find(Boolean) ?? document.querySelector('h1')
}

/** Whether nothing has the focus: then the body has it, or a disabled button, which is about to lose it. */
function isFocusFree(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || !canHaveFocus(activeElement)
}

const canHaveFocus = (element: Element) => element.isConnected && !element.matches(':disabled')

/** Focuses a control, or a heading or box, which the page doesn't scroll to. */
function focusAnything(element: HTMLElement | null): void {
  if (!element) return
  const isControl = element.tabIndex >= 0
  // Other elements can have the focus only with a tabindex.
  if (!isControl) element.tabIndex = -1
  element.focus({ preventScroll: !isControl })
}
