import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from '../lib/use-debounced'

/** How long nothing new may have come before it is said, in ms: not at every key. */
const pause = 500

/**
 * Says politely, to screen readers alone, what has changed elsewhere on the page.
 * @param of what `text` is about: when it becomes another, `text` is said, also the same one again. Null while
 *   that isn't known.
 * @returns the live region, which has to be there before something is said; and a function that says more.
 */
export function useAnnouncement(
  of: string | null,
  text: string,
): readonly [region: ReactNode, say: (text: string) => void] {
  const [news, setNews] = useState({ text: '', number: 0 })
  const said = useDebounced(news, pause)
  const say = useCallback(
    (text: string) => setNews(({ number }) => ({ text, number: number + 1 })),
    [],
  )
  const last = useRef(of)
  const sayText = useEffectEvent(() => say(text))
  useEffect(() => {
    if (of === null || of === last.current) return
    // The first one was asked for by opening the page.
    if (last.current !== null) sayText()
    last.current = of
  }, [of])
  const region = (
    <p role="status" className="sr-only">
      {/* Only what is added to a region is announced. */}
      <span key={said.number}>{said.text}</span>
    </p>
  )
  return [region, say]
}
