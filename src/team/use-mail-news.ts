import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Team } from '../../contract/team'
import { teamQuery } from './queries'

/** When to ask for the first time, in ms, and how much longer to wait each time. */
const firstPause = 2_000
const growth = 1.5

/** With these pauses, for about nine minutes. */
const mostTries = 12

/**
 * Asks what became of mails that are on their way, so that it shows without a reload: soon, then ever less
 * often, then no more. Whoever comes back to the page has it asked again anyway.
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
