import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { followingServerText, ifFailed } from '../api/errors'
import { writeConfirmed } from '../lib/mutations'
import { profileQuery } from '../profile/queries'
import { showToast } from '../ui/toasts/toast'
import { organisationQuery } from './queries'

export const renameMutation = mutationOptions({
  mutationFn: (change: RequestOf<'renameOrganisation'>) => call('renameOrganisation', change),
  onSuccess: (_nothing, { name }, _result, { client }) => show(client, { name }),
  onError: (_error, _change, _result, { client }) => readAgain(client),
})

export const changeSlugMutation = mutationOptions({
  mutationFn: (change: RequestOf<'changeSlug'>) => call('changeSlug', change),
  onSuccess: ({ slug }, _change, _result, { client }) => show(client, { slug }),
  onError: (_error, _change, _result, { client }) => readAgain(client),
})

/** Requests the organisation's deletion, in seven days or at once. */
export const deleteMutation = mutationOptions({
  mutationFn: (request: RequestOf<'deleteOrganisation'>) => call('deleteOrganisation', request),
  onSettled: (_answer, _error, { at_once }, _result, { client }) => {
    if (!at_once) readAgain(client)
  },
})

/** Cancels the deletion. @returns whether the plan renews. */
export const keepMutation = mutationOptions({
  mutationFn: async (_name: string) => call('keepOrganisation'),
  async onSuccess({ renews }, name, _result, { client }) {
    await writeConfirmed(client, profileQuery.queryKey, (profile) => ({
      ...profile,
      organization: { ...profile.organization, deletion: null },
    }))
    const plan = client.getQueryData(profileQuery.queryKey)?.organization.subscription_plan
    const renewal = renews ? 'renews again' : 'still ends with its period'
    showToast('success', `${name} is kept.`, plan ? `${plan.name} ${renewal}.` : undefined)
  },
  onError(error, name, _result, { client }) {
    const textOf = ifFailed(`${name} was not kept.`, 'it may be kept all the same.')
    showToast('error', textOf(error), followingServerText(error))
    readAgain(client)
  },
})

/** Changes the rule about second factors. Requiring them of fewer people takes a code. */
export const changeRuleMutation = mutationOptions({
  mutationFn: (change: RequestOf<'changeSecondFactorRule'>) =>
    call('changeSecondFactorRule', change),
  onSuccess: (_nothing, { required }, _result, { client }) =>
    writeConfirmed(client, organisationQuery.queryKey, (before) => ({
      ...before,
      second_factor: required,
    })),
  onError: (_error, _change, _result, { client }) => readAgain(client),
})

/** Writes a change into the cached profile, whose organisation every page shows. */
async function show(client: QueryClient, changes: { name?: string; slug?: string }) {
  await Promise.all([
    writeConfirmed(client, organisationQuery.queryKey, (before) => ({ ...before, ...changes })),
    writeConfirmed(client, profileQuery.queryKey, (profile) => ({
      ...profile,
      organization: { ...profile.organization, ...changes },
    })),
  ])
}

/**
 * Refetches the organisation: an unconfirmed change may have been made, and a refusal may mean that the cache is
 * stale.
 */
function readAgain(client: QueryClient): void {
  for (const { queryKey } of [organisationQuery, profileQuery]) {
    void client.invalidateQueries({ queryKey })
  }
}
