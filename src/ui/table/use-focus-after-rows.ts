import { type RefObject, useEffect, useRef } from 'react'

/**
 * A row that goes takes the focus along, if it was in it: the heading of its card gets it then.
 * @param rows another array when rows come or go.
 * @returns a ref for what holds the card.
 */
export function useFocusAfterRows(rows: unknown): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null)
  const focused = useRef<EventTarget>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      focused.current = target
    }
    const { current: list } = card
    list?.addEventListener('focusin', remember)
    return () => list?.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    const heading = card.current?.querySelector('h2')
    if (!rows || !heading || document.activeElement !== document.body) return
    if (!(focused.current instanceof Element) || focused.current.isConnected) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [rows])
  return card
}
