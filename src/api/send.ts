import ky from 'ky'
import * as v from 'valibot'
import type { CallName, RequestOf, ResponseOf } from '../../contract/calls'
import { type Endpoint, hasQueryInput } from '../../contract/endpoint'
import { acknowledgement, type RefusalCode, receivedErrorBody } from '../../contract/error'
import { invitationProofHeader } from '../../contract/session'
import { learnServerTime } from '../lib/server-clock'
import { stringifyTextSearch } from '../lib/text-search-params'
import { settings } from '../settings'
import { takeEarlyAnswer } from './early-answers'
import { endpointOf } from './endpoints'
import { ApiError, networkError, sessionError } from './errors'
import { headersOf } from './headers'
import { isPageSession } from './page-session'
import { refreshAccessToken } from './refresh'
import { isStoredSession, type StoredSession } from './stored-session'

/** Milliseconds until a call fails: longer than a server's own limits, shorter than users wait. */
const usualTimeout = 30_000

export interface SendOptions {
  /** Aborts the call. A screen's calls end with the screen. */
  signal?: AbortSignal | undefined
  /** Milliseconds until the call fails, if the server needs longer than usual. */
  timeout?: number
  /** Whether the call outlives the page. */
  keepalive?: boolean
  /** Proves that an invitation's link was opened (our own server's, D45). */
  invitationToken?: string | undefined
}

/**
 * Sends one call, with its session's access token. A 401 refreshes the token and sends once more, if
 * the endpoint allows it (D11). Once the session isn't the page's any more, nothing is
 * sent, and a late answer is dropped (D48).
 * @param session null: signed out.
 * @returns the answer, checked against the contract.
 * @throws ApiError for every kind of failure; the signal's reason when it was aborted.
 */
export async function send<Name extends CallName>(
  session: StoredSession | null,
  name: Name,
  body: RequestOf<Name>,
  options: SendOptions = {},
): Promise<ResponseOf<Name>> {
  const endpoint = await endpointOf(name).catch((error) => {
    throw networkError(error, name)
  })
  const isOver = () => session !== null && !isPageSession(session)
  if (isOver() || (session && !isStoredSession(session))) throw sessionError()
  const call = `${endpoint.method} ${endpoint.path}`
  let response = await request(endpoint, body, session?.accessToken ?? null, options)
  if (response.status === 401 && session && endpoint.refreshesSession) {
    const accessToken = await refreshAccessToken(session, async (refresh) => {
      return (await send(null, 'refreshToken', { refresh })).access
    })
    response = await request(endpoint, body, accessToken, options)
  }
  if (!response.ok) throw await httpError(response, name, body)
  const { response: schema } = endpoint
  const answer = schema ? await readAnswer(response, schema, call, options.signal) : undefined
  if (isOver()) throw sessionError()
  return answer as ResponseOf<Name>
}

/** @param accessToken the bearer; null sends none. It goes to the API's address only. */
async function request(
  endpoint: Endpoint,
  body: unknown,
  accessToken: string | null,
  { signal, timeout = usualTimeout, keepalive = false, invitationToken }: SendOptions,
): Promise<Response> {
  const { method, path } = endpoint
  const isRead = method === 'GET'
  const query = hasQueryInput(endpoint) ? stringifyTextSearch(Object(body)) : ''
  const address = settings.apiBaseUrl + path + query
  const early = isRead ? takeEarlyAnswer(address, accessToken) : undefined
  let response: Response
  try {
    response = await ky(address, {
      method,
      headers: {
        ...headersOf(accessToken),
        ...(invitationToken && { [invitationProofHeader]: invitationToken }),
      },
      ...(!isRead && { body: JSON.stringify(body ?? {}) }),
      // TanStack Query retries, because it knows which calls may be repeated.
      retry: 0,
      timeout,
      keepalive,
      throwHttpErrors: false,
      ...(signal && { signal }),
      ...(early && { fetch: () => early }),
    })
  } catch (error) {
    signal?.throwIfAborted()
    throw networkError(error, `${method} ${path}`)
  }
  learnServerTime(response.headers.get('date'))
  return response
}

async function readAnswer(
  response: Response,
  schema: v.GenericSchema,
  call: string,
  signal: AbortSignal | undefined,
) {
  // "Not shown" in the specification: anything is success. Only our own server's says more.
  if (schema === acknowledgement)
    return settings.isOurServer ? await response.json().catch(() => undefined) : undefined
  const text = await response.text().catch((error) => {
    signal?.throwIfAborted()
    throw networkError(error, call)
  })
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw contractError(call, 'is not JSON')
  }
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue) ?? 'the answer itself'
  throw contractError(call, `breaks the contract at ${path}: ${issue.message}`)
}

/** Logs and returns the error of a broken answer. Screens don't show details. */
function contractError(call: string, problem: string): ApiError {
  const text = `${call}: the answer ${problem}`
  console.error(text)
  return new ApiError(text, { kind: 'contract' })
}

/**
 * @param name the call's, in the contract.
 * @param sent the call's body: an error about a field that isn't in it can't show in any form.
 * @returns the error of a refusal (a status outside 200 to 299), with its body's fields.
 */
export async function httpError(
  response: Response,
  name: CallName,
  sent?: unknown,
): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { success, output } = v.safeParse(receivedErrorBody, body)
  const refusal = success ? output : undefined
  // Other servers may use these names differently.
  const ours = settings.isOurServer ? refusal : undefined
  const fields = ours?.field_errors
  const areOfBody = Object.keys(fields ?? {}).every((field) => Object.hasOwn(Object(sent), field))
  return new ApiError(`${name} answered ${response.status}`, {
    kind: 'http',
    requestId: requestIdOf(response),
    status: response.status,
    error: refusal?.error,
    serverMessage: refusal?.message,
    fields: areOfBody ? fields : undefined,
    hasBody: body !== undefined,
    code: codeFor(name, ours?.code),
    accepts: ours?.accepts,
    retryAfter: secondsOf(response.headers.get('retry-after')),
  })
}

/** @returns a refusal's code; undefined where the factor that it asks for can't be added to the form. */
function codeFor(name: CallName, code: RefusalCode | undefined) {
  // Signing in has its own button for passkeys.
  if (code === 'passkey_required' && name === 'login') return undefined
  if (code === 'second_factor_required' && !settings.hasTwoFactor) return undefined
  return code
}

/** Servers may also send an instant (RFC 9110, 10.2.3), which isn't used because clocks differ. */
function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/**
 * @returns the server's id of the request. Other servers may send anything in this header, so only a short, plain text
 *   counts.
 */
function requestIdOf(response: Response): string | undefined {
  return /^[\w=-]{1,64}$/.exec(response.headers.get('x-request-id') ?? '')?.[0]
}
