import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { ApiError, followingServerText, isAboutCode, isUnconfirmed } from '../api/errors'
import { useVariablesInFlight } from '../lib/mutations'
import { showToast } from '../ui/toasts/toast'
import { idOf, type TeamChange, teamMutation } from './mutations'
import { nameOf } from './team-rows'

export type UnconfirmedChange = Extract<
  TeamChange,
  { kind: 'remove' | 'revoke' | 'reset-second-factor' }
>

/** A change that may need the admin's second factor (D92). */
export type GuardedChange = Extract<TeamChange, { member: unknown }>

/**
 * Changes the team, and shows the result as a toast, also on another page.
 * @returns the ids of rows with a change in flight; the change to confirm, and functions that begin and answer it; the
 *   change that needs a code, the reason of its refusal, and a function that takes the code (null: cancelled).
 */
export function useTeamChange() {
  const { mutateAsync } = useMutation(teamMutation)
  const [pendingConfirmation, setPendingConfirmation] = useState<UnconfirmedChange | null>(null)
  const [guarded, setGuarded] = useState<{ change: GuardedChange; error: unknown } | null>(null)
  const busy = useVariablesInFlight(teamMutation).map(idOf)

  async function carryOut(change: TeamChange): Promise<void> {
    try {
      const message = await mutateAsync(change)
      setGuarded(null)
      showToast('success', message ?? textsOf(change).done)
    } catch (error) {
      if ('member' in change && isAboutCode(error)) return setGuarded({ change, error })
      setGuarded(null)
      const isGone = error instanceof ApiError && error.status === 404
      if (isGone) showToast('info', `${nameOf(change)} is no longer on the list.`)
      else if (isUnconfirmed(error)) {
        const text = `We couldn’t confirm the change to ${nameOf(change)}.`
        showToast('error', text, 'Check the list before you try again.')
      } else {
        const detail = followingServerText(error) ?? 'Please try again.'
        showToast('error', textsOf(change).failed, detail)
      }
    }
  }
  function begin(change: TeamChange): void {
    if (change.kind === 'role' || change.kind === 'resend') void carryOut(change)
    else setPendingConfirmation(change)
  }
  function answer(isWanted: boolean): void {
    setPendingConfirmation(null)
    if (isWanted && pendingConfirmation) void carryOut(pendingConfirmation)
  }
  async function giveProof(proof: SecondFactorProof | null): Promise<void> {
    if (proof !== null && guarded) await carryOut({ ...guarded.change, proof })
    else setGuarded(null)
  }
  return { busy, pendingConfirmation, guarded, begin, answer, giveProof }
}

function textsOf(change: TeamChange): { done: string; failed: string } {
  const subject = nameOf(change)
  switch (change.kind) {
    case 'role':
      return {
        done: `${subject} is now ${change.isAdmin ? 'an admin' : 'a member'}.`,
        failed: `${subject}’s role was not changed.`,
      }
    case 'remove':
      return { done: `${subject} was removed.`, failed: `${subject} was not removed.` }
    case 'reset-second-factor':
      return {
        done: `${subject} now signs in with just a password.`,
        failed: `Two-factor authentication for ${subject} was not reset.`,
      }
    case 'resend':
      return {
        done: `${subject} is invited again.`,
        failed: `The invitation for ${subject} was not sent again.`,
      }
    case 'revoke':
      return {
        done: `The invitation for ${subject} was revoked.`,
        failed: `The invitation for ${subject} was not revoked.`,
      }
  }
}
