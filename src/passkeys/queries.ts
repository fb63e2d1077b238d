import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../contract/calls'
import { call } from '../api/call'

export type Passkey = ResponseOf<'getPasskeys'>['passkeys'][number]

/** The user's passkeys, on our own server (D43). */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('getPasskeys', undefined, { signal }),
  staleTime: 10_000,
})

/**
 * @returns a text about the passkeys that still open the account after a new password; undefined if there are none.
 */
export function textOfPasskeys(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  return `These passkeys still sign you in: ${names.join(', ')}. Remove any you don’t recognise on your profile.`
}
