import { type CallName, calls, type RequestOf, type ResponseOf } from '../../contract/calls'
import { ApiError, sessionError } from './errors'
import { isPageSession, sessionForCall } from './page-session'
import { refreshAccessToken } from './refresh'
import { send } from './send'
import type { StoredSession } from './tokens'

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
 * at most once per call, where the endpoint says so (D11). All of that is one session's: a call of a
 * page whose session is over isn't sent, and an answer that comes too late isn't used (D48).
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
  const session = sessionForCall()
  const answer = await sendIn(session, name, body, input[1])
  if (session && !isPageSession(session)) throw sessionError()
  return answer
}

async function sendIn<Name extends CallName>(
  session: StoredSession | null,
  name: Name,
  body: RequestOf<Name>,
  options: CallOptions | undefined,
): Promise<ResponseOf<Name>> {
  try {
    return await send(name, body, session?.accessToken ?? null, options)
  } catch (error) {
    const refreshable = session !== null && calls[name].refreshesSession
    if (!refreshable || !(error instanceof ApiError) || error.status !== 401) throw error
    return await send(name, body, await refreshAccessToken(session), options)
  }
}
