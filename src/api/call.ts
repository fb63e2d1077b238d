import type { CallName, RequestOf, ResponseOf } from '../../contract/calls'
import { networkError } from './errors'
import { sessionForCall } from './page-session'
import type { SendOptions } from './send'

type Input<Name extends CallName> =
  RequestOf<Name> extends undefined
    ? [body?: undefined, options?: SendOptions]
    : [body: RequestOf<Name>, options?: SendOptions]

/**
 * Asks for the code that calls the API: client, contract and checks are a tenth of what a first screen
 * would otherwise load, and none of it is needed before somebody does something.
 */
export const loadApiClient = () => import('./send')

/**
 * Calls the API, in the session that is the page's now: not in one that has begun when the code for it
 * has come (D48).
 * @param name the call's name in the contract.
 * @param input its body, for calls that have one, and its options.
 * @returns the answer, checked against the contract.
 * @throws ApiError for every kind of failure; the signal's reason when it was called off.
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
