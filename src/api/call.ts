import { type CallName, calls, type RequestOf, type ResponseOf } from '../../contract/calls'
import { ApiError, sessionError } from './errors'
import { isPageSession } from './page-session'
import { refreshAccessToken } from './refresh'
import { type SendOptions, send } from './send'
import { isStoredSession, type StoredSession } from './tokens'

type CallOptions = Omit<SendOptions, 'keepalive'>

/** What a call takes besides its name. */
export type Input<Name extends CallName> =
  RequestOf<Name> extends undefined
    ? [body?: undefined, options?: CallOptions]
    : [body: RequestOf<Name>, options?: CallOptions]

/**
 * Calls the API in a session: with its access token, which a 401 refreshes to try once more, at most
 * once per call, where the endpoint says so (D11). Once the session isn't the page's any more, nothing
 * is sent, and an answer that comes then isn't used (D48).
 * @param session null: as nobody.
 * @param name the call's name in the contract.
 * @param input its body, for calls that have one, and its options.
 * @returns the answer, checked against the contract.
 * @throws ApiError for every kind of failure; the signal's reason when it was called off.
 */
export async function callIn<Name extends CallName>(
  session: StoredSession | null,
  name: Name,
  ...input: Input<Name>
): Promise<ResponseOf<Name>> {
  const isOver = () => session !== null && !isPageSession(session)
  if (isOver() || (session && !isStoredSession(session))) throw sessionError()
  const answer = await sendIn(session, name, input[0] as RequestOf<Name>, input[1])
  if (isOver()) throw sessionError()
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
