import type { CallName } from '../../contract/calls'

/** Fields that the API adds to its host's request log. */
export interface LogFields {
  call?: CallName | 'webhook' | 'openPaper'
  /** The outcome, if the status doesn't reveal it. */
  outcome?: string
  /** The user who calls, or tries to sign in. */
  userId?: string
  /** Our own failure; never shown to the caller. */
  error?: string
}

/** A host's context for a request, the second argument of `fetch`. */
export interface HostEnvironment {
  Bindings: {
    /** The client's address, for rate limits. */
    clientAddress?: string
    /** The browser's `User-Agent`, where requests come without it. */
    userAgent?: string
    /** The address may be that of a proxy missing from the settings (D45). */
    isUnknownProxy?: boolean
    /** Waits for the body, if the host receives it. @throws HttpError if it can't. */
    readBody?: () => Promise<Uint8Array>
    /** The API fills these in for the host's log; hosts without a log omit it. */
    logFields?: LogFields
  }
}
