interface ApiErrorDetails {
  /**
   * `http`: the server refused. `network`: no answer. `contract`: an answer that isn't what was agreed.
   * `session`: the call's session is no longer this browser's.
   */
  kind: 'http' | 'network' | 'contract' | 'session'
  status?: number | undefined
  /** The refusal's `error` field. */
  error?: string | undefined
  /** The refusal's `message` field. */
  serverMessage?: string | undefined
  /** What the refusal says of each wrong field, by its name (extension `field-errors`, D79). */
  fields?: Readonly<Record<string, string>> | undefined
  /** The same call needs the code of a second factor, and was sent without (extension `two-factor`). */
  needsCode?: boolean
  /** What the server calls the request in its log. */
  requestId?: string | undefined
  /** Whether the refusal came with a JSON body. */
  hasBody?: boolean
  /** After how many seconds the server wants to be asked again. */
  retryAfter?: number | undefined
  cause?: unknown
}

/** Every failed call, whatever the reason: screens map it to the error catalogue's texts. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = 'ApiError'
  declare readonly kind: ApiErrorDetails['kind']
  declare readonly status: number | undefined
  declare readonly error: string | undefined
  declare readonly serverMessage: string | undefined
  declare readonly fields: ApiErrorDetails['fields']
  declare readonly requestId: string | undefined
  readonly hasBody: boolean = false
  readonly needsCode: boolean = false
  declare readonly retryAfter: number | undefined

  constructor(text: string, { cause, ...details }: ApiErrorDetails) {
    super(text, { cause })
    Object.assign(this, details)
  }

  /** What the server said to the user, if anything. */
  get serverText(): string | undefined {
    return this.error ?? this.serverMessage
  }
}

/** A refusal or a broken answer stays one when asked again; no answer and 5xx may pass. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || (error.status ?? 0) >= 500)
}

/** The error of a call that got no answer: no network, a time-out, a cut connection. */
export function networkError(cause: unknown, call: string): ApiError {
  return new ApiError(`${call} got no answer`, { kind: 'network', cause })
}

/** The error of a call whose session has ended meanwhile, or given way to another (D48). */
export function sessionError(): ApiError {
  return new ApiError('the session that this call belongs to is over', { kind: 'session' })
}

/** Whether a call failed for no other reason than that: the page is about to go with its session. */
export function isSessionError(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'session'
}

/**
 * The server's text to show below the catalogue's own: those refusals whose reason only the server
 * knows (D27).
 * @returns undefined where the catalogue's text says it all.
 */
export function followingServerText(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status = 0 } = error
  return [409, 422, 429, 503].includes(status) ? error.serverText : undefined
}

/** Whether a call failed for want of the code of a second factor, which its form hasn't asked for yet. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.needsCode
}

/** What a form says of a failed call: the catalogue's text, the server's below it, the wrong fields. */
export function refusalOf(error: unknown, text?: string) {
  // Not a mistake: the field that it asks for says so.
  if (needsCode(error)) return {}
  const fields = error instanceof ApiError ? error.fields : undefined
  return { text, detail: followingServerText(error), fields }
}
