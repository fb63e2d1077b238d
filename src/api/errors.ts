import type { RefusalCode, SecondFactors } from '../../contract/error'

interface ApiErrorDetails {
  /**
   * `http`: the server refused. `network`: no answer. `contract`: an answer that breaks the contract.
   * `session`: the call's session is no longer this browser's.
   */
  kind: 'http' | 'network' | 'contract' | 'session'
  status?: number | undefined
  /** The refusal's `error` field. */
  error?: string | undefined
  /** The refusal's `message` field. */
  serverMessage?: string | undefined
  /** The reason for each wrong field (our own server's, D27). */
  fields?: Readonly<Record<string, string>> | undefined
  /** The code of the refusal, for refusals that programs tell apart (our own server's). */
  code?: RefusalCode | undefined
  /** The accepted second factors, with `second_factor_required`. */
  accepts?: SecondFactors | undefined
  /** The id of the request in the server's log. */
  requestId?: string | undefined
  /** Whether the refusal came with a JSON body. */
  hasBody?: boolean
  /** The seconds after which the server wants a retry. */
  retryAfter?: number | undefined
  cause?: unknown
}

/** A failed call of any kind. Screens map it to the error catalogue's texts. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = 'ApiError'
  declare readonly kind: ApiErrorDetails['kind']
  declare readonly status: number | undefined
  declare readonly error: string | undefined
  declare readonly serverMessage: string | undefined
  declare readonly code: RefusalCode | undefined
  declare readonly accepts: SecondFactors | undefined
  declare readonly fields: ApiErrorDetails['fields']
  declare readonly requestId: string | undefined
  readonly hasBody: boolean = false
  declare readonly retryAfter: number | undefined

  constructor(text: string, { cause, ...details }: ApiErrorDetails) {
    super(text, { cause })
    Object.assign(this, details)
  }

  /** The server's text for the user, if any. */
  get serverText(): string | undefined {
    return this.error ?? this.serverMessage
  }
}

/** Whether a retry may succeed: there was no answer, or 5xx. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || (error.status ?? 0) >= 500)
}

/** Whether the server may have carried out the call anyway: there was no answer, or only a proxy's. */
export function isUnconfirmed(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.kind === 'network' || error.status === 502 || error.status === 504
}

/**
 * Returns a function that gives an error's text.
 * @param refused the text if the call had no effect.
 * @param perhaps the end of the text if the call may have had an effect.
 */
export function ifFailed(refused: string, perhaps: string): (error: unknown) => string {
  return (error) =>
    isUnconfirmed(error) ? `We couldn’t confirm it: ${perhaps} Please check.` : refused
}

/** The error of a call without an answer: no network, a timeout, a lost connection. */
export function networkError(cause: unknown, call: string): ApiError {
  return new ApiError(`${call} got no answer`, { kind: 'network', cause })
}

/** Returns the error of a call whose session has ended or was replaced meanwhile (D48). */
export function sessionError(): ApiError {
  return new ApiError('the session that this call belongs to is over', { kind: 'session' })
}

/** Whether a call failed because its session has ended. The page is about to be replaced. */
export function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'session'
}

/**
 * The server's text, to show below the catalogue's: for refusals whose reason only the server
 * knows (D27).
 * @returns undefined if the catalogue's text is complete.
 */
export function followingServerText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status = 0 } = error
  return [409, 422, 429, 503].includes(status) ? error.serverText : undefined
}

/** Whether a call needs a second factor's code that its form doesn't ask for yet. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required'
}

/** Whether a call accepts a passkey: instead of a code (`needsCode`), or nothing else. */
export function needsPasskey(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, accepts } = error
  return code === 'passkey_required' || (needsCode(error) && accepts?.includes('passkey') === true)
}

/** Whether a call was refused because its second factor was missing or wrong. */
export const isAboutCode = (error: unknown): boolean =>
  needsCode(error) ||
  needsPasskey(error) ||
  (error instanceof ApiError && error.fields?.one_time_code !== undefined)

/** Returns the errors for a form: the catalogue's text, the server's text below it, and the wrong fields. */
export function refusalOf(error: unknown, text?: string) {
  // A missing code isn't the user's mistake. The new field explains it.
  if (needsCode(error) || needsPasskey(error)) return {}
  const fields = error instanceof ApiError ? error.fields : undefined
  return { text, detail: followingServerText(error), fields }
}
