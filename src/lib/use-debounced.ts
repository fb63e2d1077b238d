import { useEffect, useState } from 'react'

/**
 * Debounces a value.
 * @param delay how long the value must stay the same, in ms.
 * @returns the last value that did.
 */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
