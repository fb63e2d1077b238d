import { useEffect, useState } from 'react'

/** @returns the time in ms since 1970, updated every minute: for texts such as '2 hours ago'. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
