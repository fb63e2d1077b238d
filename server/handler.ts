import type { CallName, calls, RequestOf, ResponseOf } from '../contract/calls'
import type { Network } from './networks'
import type { Services } from './services'
import type { Caller } from './store/entities'

/** What a handler gets of a request that passed every check of the contract. */
export interface Call<Name extends CallName> {
  services: Services
  body: RequestOf<Name>
  /** Where the call comes from. */
  network: Network
  /** @returns a header of the request, for extensions that are one (D43). */
  header: (name: string) => string | undefined
  /** Who calls; present where the endpoint needs a bearer. */
  caller: (typeof calls)[Name]['needsBearer'] extends true ? Caller : null
}

/** What the API does for one endpoint. @throws HttpError to refuse. */
export type Handler<Name extends CallName> = (call: Call<Name>) => Promise<ResponseOf<Name>>

/** One handler per endpoint: one that is missing is a type error. */
export type Handlers = { [Name in CallName]: Handler<Name> }

/** What the API notes of a request for its host's log. */
export interface LogFields {
  call?: CallName | 'webhook'
  /** What came of it, where the status doesn't say it. */
  outcome?: string
  userId?: string
  /** What went wrong on our side; never shown to the caller. */
  error?: string
}

/** What a host may tell of a request, as the second argument of `fetch`. */
export interface HostEnvironment {
  Bindings: {
    /** The address that the request comes from, for rate limits. */
    clientAddress?: string
    /** That address is a proxy's that the settings don't know of (D67). */
    isUnknownProxy?: boolean
    /** Waits for the body, where the host takes it in. @throws HttpError where it doesn't get it. */
    readBody?: () => Promise<Uint8Array>
    /** Filled in for the host's log; a host without one leaves it away. */
    logFields?: LogFields
  }
}
