import { type RefObject, useEffect, useRef } from 'react'

/**
 * What goes from a card, or is disabled, takes the focus along, if it was in it. Then a form that came instead gets
 * it, or else the card's heading.
 * @param content another value when something comes or goes.
 * @returns a ref for what holds the card.
 */
export function useKeptFocus(content: unknown): RefObject<HTMLDivElement | null> {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when to look
  useEffect(() => {
    const { activeElement } = document
    if (activeElement !== document.body && !activeElement?.matches(':disabled')) return
    const { current: last } = focused
    if (!(last instanceof Element) || (last.isConnected && !last.matches(':disabled'))) return
    const field = card.current?.querySelector<HTMLElement>('form input:not([hidden])')
    const heading = card.current?.querySelector('h2')
    if (field) return field.focus()
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [content])
  return card
}
