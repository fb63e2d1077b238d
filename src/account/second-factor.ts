import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import type { TwoFactor } from '../../contract/two-factor'
import { call } from '../api/call'
import { writeConfirmed } from '../lib/mutations'
import { now } from '../lib/server-clock'
import { profileQuery } from '../profile/queries'
import { twoFactorQuery } from './queries'

const { queryKey } = twoFactorQuery

export const unseenCodes = 'You haven’t saved your recovery codes. Make new ones in your profile.'

/** Writes a change of the factor into the cache. Refetches the profile, which says whether a factor is due. */
function showSwitched(client: QueryClient, changes: Partial<TwoFactor>): Promise<void> {
  void client.invalidateQueries({ queryKey: profileQuery.queryKey })
  return writeConfirmed(client, queryKey, (before) => ({ ...before, ...changes }))
}

/** Creates a secret for an authenticator app. */
export const beginMutation = mutationOptions({
  mutationFn: (proof: RequestOf<'beginTwoFactor'>) => call('beginTwoFactor', proof),
  // The factor may have been switched on elsewhere.
  onError: (_error, _proof, _result, { client }) => void client.invalidateQueries({ queryKey }),
})

/** Switches the factor on with its first code. Answers the recovery codes. */
export const confirmMutation = mutationOptions({
  mutationFn: async (proof: RequestOf<'confirmTwoFactor'>) =>
    (await call('confirmTwoFactor', proof)).recovery_codes,
  onSuccess: (codes, _proof, _result, { client }) =>
    showSwitched(client, {
      state: 'on',
      since: new Date(now()).toISOString(),
      recovery_codes_left: codes.length,
    }),
})

/** Checks after a refusal whether the factor is on: an earlier answer may have been lost. */
export async function isOnByNow(client: QueryClient): Promise<boolean> {
  await client.invalidateQueries({ queryKey })
  return client.getQueryData(queryKey)?.state === 'on'
}

export const renewMutation = mutationOptions({
  mutationFn: async (proof: RequestOf<'renewRecoveryCodes'>) =>
    (await call('renewRecoveryCodes', proof)).recovery_codes,
  onSuccess: (codes, _proof, _result, { client }) =>
    writeConfirmed(client, queryKey, (before) => ({
      ...before,
      recovery_codes_left: codes.length,
    })),
})

export const removeMutation = mutationOptions({
  mutationFn: (proof: RequestOf<'removeTwoFactor'>) => call('removeTwoFactor', proof),
  onSuccess: (_nothing, _proof, _result, { client }) =>
    showSwitched(client, { state: 'off', since: null, recovery_codes_left: 0 }),
  // It may be off all the same.
  onError: (_error, _proof, _result, { client }) => void client.invalidateQueries({ queryKey }),
})
