import { useEffect, useReducer } from 'react'
import { usePageState } from '../lib/page-state'
import { now, serverAhead } from '../lib/server-clock'

/**
 * @returns the time by the server's clock, in ms since 1970, updated every minute: for texts such as
 *   '2 hours ago'.
 */
export function useNow(): number {
  const [, update] = useReducer(() => ({}), {})
  usePageState(serverAhead)
  useEffect(() => {
    const timer = setInterval(update, 60_000)
    return () => clearInterval(timer)
  }, [])
  return now()
}
