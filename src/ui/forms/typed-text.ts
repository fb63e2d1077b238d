import { useCallback, useState } from 'react'
import { pageState } from '../../lib/page-state'

/** What was typed into signed-out screens, by the names of their fields; in memory only (D99). */
const typed = pageState<Readonly<Record<string, string>>>('typed text', {})

/**
 * What was typed before into a field, or another of the same name, and a function that keeps it until the
 * page is loaded anew.
 * @param name undefined: keeps nothing. Never a password's.
 */
export function useTypedText(name: string | undefined) {
  const [before] = useState(() => (name === undefined ? undefined : typed.get()[name]))
  const keep = useCallback(
    (text: string) => {
      if (name !== undefined) typed.set({ ...typed.get(), [name]: text })
    },
    [name],
  )
  return [before, keep] as const
}

export const replaceTypedText = typed.set
