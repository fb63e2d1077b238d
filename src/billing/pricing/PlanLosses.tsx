import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Limits } from '../../../contract/billing'
import { profileQuery } from '../../profile/queries'
import { settings } from '../../settings'
import { teamQuery } from '../../team/queries'

interface PlanLossesProps {
  /** The limits after the change. */
  limits: Limits
  /** The start of the sentence: 'With Starter', 'Without a plan'. */
  when: string
}

/**
 * Lists the dashboards and seats that are lost with the current plan (D74, D78). Shows nothing if none is lost. It
 * doesn't change after its first render, because a later answer would move the buttons below it.
 */
export function PlanLosses({ limits, when }: PlanLossesProps) {
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
          {`${when}, you’ll have ${shown === 1 ? '1 dashboard' : `${shown} dashboards`} and lose ${lost}.`}
        </p>
      )}
      {isSmaller && settings.isOurServer && (
        <p>
          {`${when}, you’ll have ${members} seats${limit ? ` instead of ${limit}` : ''}.`}
          {team && ` You use ${used}.`}
          {used > members && ' Everyone stays, but you can’t invite anyone else.'}
        </p>
      )}
    </>
  )
}
