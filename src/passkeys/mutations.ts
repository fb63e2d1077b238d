import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { writeConfirmed } from '../lib/mutations'
import { profileQuery } from '../profile/queries'
import { passkeysQuery } from './queries'

const { queryKey } = passkeysQuery

/** Refetches the passkeys: an answer may have been lost, or a passkey removed elsewhere. */
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey })

/** Has the browser create a passkey once the server has checked the password, and adds it. */
export const addPasskeyMutation = mutationOptions({
  mutationFn: async ({ name, ...proof }: RequestOf<'beginPasskey'> & { name: string }) => {
    const request = await call('beginPasskey', proof)
    const { createPasskey } = await import('./webauthn')
    await call('addPasskey', { ...(await createPasskey(request)), name })
  },
  onSuccess: async (_nothing, _passkey, _result, { client }) => {
    // The passkey may be the second factor that a rule requires.
    void client.invalidateQueries({ queryKey: profileQuery.queryKey })
    await readAgain(client)
  },
  onError: (_error, _passkey, _result, { client }) => void readAgain(client),
})

export const renamePasskeyMutation = mutationOptions({
  mutationFn: (rename: RequestOf<'renamePasskey'>) => call('renamePasskey', rename),
  onSuccess: (_nothing, { passkey_id, name }, _result, { client }) =>
    writeConfirmed(client, queryKey, (list) => ({
      ...list,
      passkeys: list.passkeys.map((one) =>
        one.passkey_id === passkey_id ? { ...one, name } : one,
      ),
    })),
  onError: (_error, _rename, _result, { client }) => void readAgain(client),
})

export const removePasskeyMutation = mutationOptions({
  mutationFn: (removal: RequestOf<'removePasskey'>) => call('removePasskey', removal),
  onSuccess: (_nothing, { passkey_id }, _result, { client }) => {
    void client.invalidateQueries({ queryKey: profileQuery.queryKey })
    return writeConfirmed(client, queryKey, (list) => ({
      ...list,
      passkeys: list.passkeys.filter((one) => one.passkey_id !== passkey_id),
    }))
  },
  onError: (_error, _removal, _result, { client }) => void readAgain(client),
})
