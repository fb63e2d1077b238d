import type { CallName, RequestOf, ResponseOf } from '../../contract/calls'
import { networkError } from './errors'
import { sessionForCall } from './page-session'
import type { SendOptions } from './send'

type Input<Name extends CallName> =
  RequestOf<Name> extends undefined
    ? [body?: undefined, options?: SendOptions]
    : [body: RequestOf<Name>, options?: SendOptions]

/** Loads the client of the API: a tenth of the code, which no screen needs before its first call. */
export const loadApiClient = () => import('./send')

/**
 * Calls the API in the page's session as it is now, even if the client loads later (D48).
 * @param name the call's name in the contract.
 * @param input its body, for calls that have one, and its options.
 * @returns the answer, checked against the contract.
 * @throws ApiError for every kind of failure; the signal's reason when it was aborted.
 */
export async function call<Name extends CallName>(
  name: Name,
  ...[body, options]: Input<Name>
): Promise<ResponseOf<Name>> {
  const session = sessionForCall()
  const { send } = await loadApiClient().catch((error) => {
    throw networkError(error, name)
  })
  return await send(session, name, body as RequestOf<Name>, options)
}
