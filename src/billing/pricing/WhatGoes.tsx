import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Limits } from '../../../contract/billing'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { teamQuery } from '../../team/queries'

interface WhatGoesProps {
  /** What there will be. */
  limits: Limits
  /** The beginning of a sentence: 'With Starter', 'Without a plan'. */
  when: string
}

/** Fetches the team with the page, so that `WhatGoes` knows it when a dialog opens. */
export function useTeamAhead(): void {
  useQuery({ ...teamQuery, enabled: settings.isOurServer })
}

/**
 * Says which dashboards and places go with the present plan (D85, D78); nothing if none does. It stays as it is when it
 * shows first: a later answer would move the buttons below it under somebody's finger.
 */
export function WhatGoes({ limits, when }: WhatGoesProps) {
  const client = useQueryClient()
  const [{ profile, team }] = useState(() => ({
    profile: client.getQueryData(profileQuery.queryKey),
    team: client.getQueryData(teamQuery.queryKey),
  }))
  const { members = Infinity, dashboards: shown = Infinity } = limits
  const gone = (profile?.organization.dashboards ?? []).slice(shown).map(({ name }) => name)
  // 'Sales, Marketing and Product'.
  const lost = new Intl.ListFormat('en-GB').format(gone)
  const { limit, taken = 0, reserved = 0 } = team?.places ?? {}
  const used = taken + reserved
  const isSmaller = members < (limit ?? Infinity)
  return (
    <>
      {gone.length > 0 && (
        <p>
          {`${when} there ${shown === 1 ? 'is 1 dashboard' : `are ${shown} dashboards`}, so you’ll lose ${lost}.`}
        </p>
      )}
      {isSmaller && settings.isOurServer && (
        <p>
          {`${when} there are ${members} places${limit ? ` instead of ${limit}` : ''}`}
          {team ? `; ${used} ${used === 1 ? 'is' : 'are'} taken or reserved.` : '.'}
          {used > members && ' Everybody stays, but you can’t invite anybody else.'}
        </p>
      )}
    </>
  )
}
