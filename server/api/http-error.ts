import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorBody, RefusalCode } from '../../contract/error'
import { CallerRefused } from '../store/change'
import { StoreUnavailable } from '../store/unavailable'

/** The codes of refusals whose status says it all; a 409 or 422 has many reasons. */
const codeOfStatus: Partial<Record<ContentfulStatusCode, RefusalCode>> = {
  401: 'signed_out',
  403: 'admins_only',
  404: 'not_found',
  429: 'too_many_requests',
  503: 'unavailable',
}

interface RefusalDetails extends Pick<ErrorBody, 'code' | 'accepts'> {
  /** For each wrong field of the body, the reason (D27). */
  fields?: Readonly<Record<string, string>>
  /** Sent with the refusal, for example `Allow`. */
  headers?: Readonly<Record<string, string>>
  /** The underlying failure, for the log alone. */
  cause?: unknown
}

/** A refusal with a text for the user; it becomes the contract's error body (D30). */
export class HttpError extends Error {
  override readonly name = 'HttpError'

  /** @param details.code by default that of the status, if it has one. */
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly details: RefusalDetails = {},
  ) {
    super(message, details)
  }

  /** @returns the response of the refusal. */
  toResponse(): Response {
    const { status, message } = this
    const { code = codeOfStatus[status], accepts, fields, headers = {} } = this.details
    const body: ErrorBody = {
      error: message,
      message,
      ...(code && { code }),
      ...(accepts && { accepts }),
      ...(fields && { field_errors: fields }),
    }
    return Response.json(body, { status, headers })
  }
}

/** A refusal of some fields' values, each with its reason. */
export class FieldsError extends HttpError {
  /**
   * @param status 422 for fields that break a rule, 409 for a value that is taken.
   * @param code of a 422, if it has one; of a 409 by default `taken`.
   */
  constructor(
    status: 409 | 422,
    readonly fields: Readonly<Record<string, string>>,
    code?: RefusalCode,
  ) {
    super(status, Object.values(fields).join(' '), {
      fields,
      code: code ?? (status === 409 ? 'taken' : undefined),
    })
  }
}

/** @returns the refusal in an error; null if the error is a failure of ours. */
export function refusalIn(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (!(error instanceof CallerRefused)) return null
  // The change has checked the caller again (D91).
  return error.why === 'signed-out'
    ? new HttpError(401, 'Please sign in.')
    : new HttpError(403, "Only the organisation's admins may do this.")
}

/** @returns the answer to a failure of ours, which reveals no internals. */
export function refusalOf(error: unknown): HttpError {
  return error instanceof StoreUnavailable
    ? new HttpError(503, 'Orglens is unavailable for a moment. Please try again shortly.', {
        headers: { 'Retry-After': '2' },
      })
    : new HttpError(500, 'Something went wrong on our side. Please try again.')
}

/** The server is overloaded. Nothing was attempted, so it doesn't count as an attempt. */
export class BusyError extends HttpError {
  /** @param seconds when to try again. */
  constructor(message: string, seconds: number) {
    super(503, message, { headers: { 'Retry-After': String(seconds) } })
  }
}
