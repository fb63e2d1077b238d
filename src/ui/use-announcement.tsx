import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from '../lib/use-debounced'

/** Milliseconds without changes after which the text is announced, so that typing isn't interrupted at every key. */
const pause = 500

/**
 * Announces politely, to screen readers alone, a change elsewhere on the page.
 * @param of identifies the content that `text` describes. Whenever it changes, `text` is announced, even if it is the
 *   same. Null while it is unknown.
 * @returns the live region, which must be rendered before the first announcement; and a function that announces another
 *   text.
 */
export function useAnnouncement(
  of: string | null,
  text: string,
): readonly [region: ReactNode, say: (text: string) => void] {
  const [updates, setUpdates] = useState({ text: '', number: 0 })
  const announcement = useDebounced(updates, pause)
  const say = useCallback(
    (text: string) => setUpdates(({ number }) => ({ text, number: number + 1 })),
    [],
  )
  const last = useRef(of)
  const sayText = useEffectEvent(() => say(text))
  useEffect(() => {
    if (of === null || of === last.current) return
    // The first text is the page that the user opened.
    if (last.current !== null) sayText()
    last.current = of
  }, [of])
  const region = (
    <p role="status" className="sr-only">
      {/* Screen readers announce only additions to a region. */}
      <span key={announcement.number}>{announcement.text}</span>
    </p>
  )
  return [region, say]
}
