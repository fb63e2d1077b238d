import { type MouseEvent, useLayoutEffect, useRef } from 'react'

/** Milliseconds in which a second click may belong to a first one: slow double clicks take up to 600 (D115). */
export const doubleClickTime = 700

/**
 * Keeps a double click on a row's button from acting on the next row, which has moved up meanwhile.
 * @param count the number of rows.
 * @returns the list's `onClickCapture`, which ignores clicks for 700 ms after a row has gone.
 */
export function useClicksOnList(count: number): (event: MouseEvent) => void {
  const countBefore = useRef(count)
  const activeFrom = useRef(0)
  useLayoutEffect(() => {
    if (count < countBefore.current) activeFrom.current = performance.now() + doubleClickTime
    countBefore.current = count
  }, [count])
  return (event) => {
    // Clicks by scripts are intended.
    if (!event.isTrusted || event.timeStamp >= activeFrom.current) return
    event.preventDefault()
    event.stopPropagation()
  }
}
