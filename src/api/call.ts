import { type CallName, calls, type RequestOf, type ResponseOf } from '../../contract/calls'
import { ApiError } from './errors'
import { refreshAccessToken } from './refresh'
import { send } from './send'
import { readStoredSession } from './tokens'

interface CallOptions {
  /** Calls it off: what a screen asked for ends with the screen. */
  signal?: AbortSignal
}

type Input<Name extends CallName> =
  RequestOf<Name> extends undefined
    ? [body?: undefined, options?: CallOptions]
    : [body: RequestOf<Name>, options?: CallOptions]

/**
 * Calls the API. Carries the access token when there is one; a 401 refreshes it and tries once more,
 * at most once per call, where the endpoint says so (D11).
 * @param name the call's name in the contract.
 * @param input its body, for calls that have one, and what may call it off.
 * @returns the answer, checked against the contract.
 * @throws ApiError for every kind of failure; the signal's reason when it was called off.
 */
export async function call<Name extends CallName>(
  name: Name,
  ...input: Input<Name>
): Promise<ResponseOf<Name>> {
  const body = input[0] as RequestOf<Name>
  const signal = input[1]?.signal
  const accessToken = readStoredSession()?.accessToken ?? null
  try {
    return await send(name, body, accessToken, signal)
  } catch (error) {
    const refreshable = accessToken !== null && calls[name].refreshesSession
    if (!refreshable || !(error instanceof ApiError) || error.status !== 401) throw error
    return await send(name, body, await refreshAccessToken(accessToken), signal)
  }
}
