import type { EndpointName, endpoints, RequestOf, ResponseOf } from '../contract/endpoints'
import type { Services } from './services'
import type { Membership } from './store/store'

/** What a handler gets of a request that passed every check of the contract. */
export interface Call<Name extends EndpointName> {
  services: Services
  body: RequestOf<Name>
  /** Where the call comes from, for rate limits. */
  client: string
  /** Who calls; present where the endpoint needs a bearer. */
  caller: (typeof endpoints)[Name]['needsBearer'] extends true ? Membership : null
}

/** What the API does for one endpoint. @throws HttpError to refuse. */
export type Handler<Name extends EndpointName> = (call: Call<Name>) => Promise<ResponseOf<Name>>

/** One handler per endpoint: one that is missing is a type error. */
export type Handlers = { [Name in EndpointName]: Handler<Name> }
