import { useEffect, useState } from 'react'

/**
 * Tells finished from unfinished input.
 * @param milliseconds how long is long enough.
 * @returns whether the value has been the same for that long.
 */
export function useAtRest(value: string, milliseconds: number): boolean {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested === value
}
