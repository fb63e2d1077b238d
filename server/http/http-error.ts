import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CallerRefused } from '../store/change'
import { StoreUnavailable } from '../store/unavailable'

/** A refusal with a text for the user; it becomes the contract's error body (D30). */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  /** For each wrong field of the body, the reason (D79). */
  readonly fields?: Readonly<Record<string, string>>

  /**
   * @param headers sent with the refusal, for example `Allow`.
   * @param options.cause the underlying failure, for the log alone.
   */
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly headers: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** A refusal of some fields' values, each with its reason (D79). */
export class FieldsError extends HttpError {
  /** @param status 422 for fields that break a rule, 409 for a value that is taken. */
  constructor(
    status: 409 | 422,
    override readonly fields: Readonly<Record<string, string>>,
  ) {
    super(status, Object.values(fields).join(' '))
  }
}

/** A refusal for lack of a right code. */
export class NeedsCodeError extends HttpError {
  declare readonly fields?: Readonly<Record<string, string>>

  /**
   * @param wrong the reason why the given code is wrong; absent: none was given.
   * @param takesPasskey whether the user has a passkey that may stand in.
   */
  constructor(
    wrong?: string,
    readonly takesPasskey = false,
  ) {
    super(422, wrong ?? 'Enter the code from your authenticator app.')
    if (wrong !== undefined) this.fields = { one_time_code: wrong }
  }
}

/** A refusal for lack of a passkey, in whose place no code will do. */
export class NeedsPasskeyError extends HttpError {
  constructor(text: string) {
    super(422, text)
  }
}

/** A refusal of a passkey: alike for every reason but that no account has it. */
export class PasskeyRefusedError extends HttpError {
  constructor(
    text: string,
    readonly isUnknown: boolean,
  ) {
    super(422, text)
  }
}

/** A refusal because the caller's account was deleted (D100). */
export class AccountDeletedError extends HttpError {
  /** @param message the reason. */
  constructor(message: string) {
    super(401, message)
  }
}

/** @returns the refusal that was thrown; null: it is a failure of ours. */
export function refusalIn(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (!(error instanceof CallerRefused)) return null
  // Whoever calls was checked again in the change (D91).
  return error.why === 'signed-out'
    ? new HttpError(401, 'Please sign in.')
    : new HttpError(403, "Only the organisation's admins may do this.")
}

/** @returns the answer to a failure of ours, which reveals no internals. */
export function refusalOf(error: unknown): HttpError {
  return error instanceof StoreUnavailable
    ? new HttpError(503, 'Orglens is unavailable for a moment. Please try again shortly.', {
        'Retry-After': '2',
      })
    : new HttpError(500, 'Something went wrong on our side. Please try again.')
}

/** The server is overloaded. Nothing was attempted, so it doesn't count as an attempt. */
export class BusyError extends HttpError {
  /** @param seconds when to try again. */
  constructor(message: string, seconds: number) {
    super(503, message, { 'Retry-After': String(seconds) })
  }
}
