import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The first pause, in ms, and its growth factor. */
const firstPause = 2_000
const growth = 1.5

/** About nine minutes, with these pauses. */
const mostTries = 12

/**
 * Refetches a query with growing pauses, then stops, so that news shows without a reload. Returning to the page
 * refetches anyway.
 * @param queryKey the same array at each render.
 * @param awaited names what is awaited; another name starts anew. Empty or undefined: nothing.
 */
export function useNews(queryKey: QueryKey, awaited: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!awaited) return
    let tries = 0
    let timer = setTimeout(ask, firstPause)
    function ask() {
      tries += 1
      if (!document.hidden) void client.invalidateQueries({ queryKey })
      if (tries < mostTries) timer = setTimeout(ask, firstPause * growth ** tries)
    }
    return () => clearTimeout(timer)
  }, [queryKey, awaited, client])
}
