import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Team } from '../../contract/team'
import { teamQuery } from './queries'

/** The first pause, in ms, and its growth factor. */
const firstPause = 2_000
const growth = 1.5

/** About nine minutes, with these pauses. */
const mostTries = 12

/**
 * Polls mails in transit with growing pauses, then stops, so that their state shows without a reload.
 * Returning to the page refetches anyway.
 */
export function useMailNews(team: Team | undefined): void {
  const client = useQueryClient()
  const waiting = team?.invitations
    .filter(({ state }) => state === 'waiting')
    .map(({ invitation_id, state_since }) => invitation_id + state_since)
    .join()

  useEffect(() => {
    if (!waiting) return
    let tries = 0
    let timer = setTimeout(ask, firstPause)
    function ask() {
      tries += 1
      if (!document.hidden) void client.invalidateQueries({ queryKey: teamQuery.queryKey })
      if (tries < mostTries) timer = setTimeout(ask, firstPause * growth ** tries)
    }
    return () => clearTimeout(timer)
  }, [waiting, client])
}
