import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Profile } from '../../contract/profile'
import { call } from '../api/call'
import { isSessionError } from '../api/errors'
import { useIsHere } from '../lib/use-is-here'

/** Adds a profile's time of arrival, from which its link's lifetime counts. */
export const received = (profile: Profile) => ({ ...profile, receivedAt: Date.now() })

export type ReceivedProfile = ReturnType<typeof received>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    try {
      return received(await call('getProfile', undefined, { signal }))
    } catch (error) {
      // Aborted calls and calls of an ended session haven't failed.
      if (!signal.aborted && !isSessionError(error))
        console.error('Failed to fetch profile data', error)
      throw error
    }
  },
  staleTime: 60_000,
  // Somebody else may have bought or cancelled a plan meanwhile, and people act on money from this page.
  refetchOnWindowFocus: 'always',
})

/**
 * @returns the profile, which the layout fetches; undefined until it is there. This hook doesn't fetch it, because a
 *   failed fetch would be repeated at each mount.
 */
export const useFetchedProfile = () => useQuery({ ...profileQuery, enabled: false }).data

/** Milliseconds until reading the profile for an action fails: the user is waiting. */
const readTimeout = 10_000

interface AfterReading {
  onRead: (profile: Profile) => void
  onFailure: (error: unknown) => void
}

/**
 * Reads the profile again before an action about money, because the page may be out of date. Does one at a time.
 * @returns a function that reads, and the name of the action that is waiting for it. If the user has left the page
 *   meanwhile, nothing follows.
 */
export function useFreshProfile() {
  const client = useQueryClient()
  const isHere = useIsHere()
  // Two clicks may come before the next render.
  const isReading = useRef(false)
  const [waiting, setWaiting] = useState<string | null>(null)

  async function read(action: string, { onRead, onFailure }: AfterReading): Promise<void> {
    if (isReading.current) return
    isReading.current = true
    setWaiting(action)
    let follow: () => void
    try {
      const profile = await call('getProfile', undefined, { timeout: readTimeout })
      // The answer of a pending query may be older.
      await client.cancelQueries({ queryKey: profileQuery.queryKey })
      client.setQueryData(profileQuery.queryKey, received(profile))
      follow = () => onRead(profile)
    } catch (error) {
      follow = () => onFailure(error)
    }
    isReading.current = false
    setWaiting(null)
    if (isHere()) follow()
  }
  return { read, waiting }
}
