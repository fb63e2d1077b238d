import * as v from 'valibot'
import { receivedErrorBody } from '../../contract/error'
import { ApiError } from './errors'

/** The error of a refusal (a status outside 200 to 299), with what its body said. */
export async function httpError(response: Response, call: string): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const received = v.safeParse(receivedErrorBody, body)
  return new ApiError(`${call} answered ${response.status}`, {
    kind: 'http',
    requestId: requestIdOf(response),
    status: response.status,
    error: received.success ? received.output.error : undefined,
    serverMessage: received.success ? received.output.message : undefined,
    hasBody: body !== undefined,
    retryAfter: secondsOf(response.headers.get('retry-after')),
  })
}

/** Servers may also name an instant (RFC 9110, 10.2.3): clocks differ, so that one isn't used. */
function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
}

/** Other servers may send anything under that name: only what is short and plain is shown. */
function requestIdOf(response: Response): string | undefined {
  return /^[\w=-]{1,64}$/.exec(response.headers.get('x-request-id') ?? '')?.[0]
}
