import type * as v from 'valibot'

type Schema = v.GenericSchema

/** One call of the API: the client calls it and the server routes it from here. */
export interface Endpoint {
  /**
   * Only our own server has the call; the client makes it to no other server (D43). Absent: the call is in section 7 of
   * the specification.
   */
  readonly isOurs?: true
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: `/api/${string}/`
  /**
   * The input: a body, or with GET a query string, whose fields arrive as text. Null for none; a
   * body is then ignored.
   */
  readonly request: Schema | null
  /**
   * The body may be left out, as in the specification: an empty body of any content type, and `null`, count as `{}`.
   */
  readonly isBodyOptional?: true
  /** The input is in the query string though the call isn't a read: mail programs post to such an address. */
  readonly isInQuery?: true
  /** Null for a call that answers 204, without a body. */
  readonly response: Schema | null
  /** The server answers 401 without a valid access token. */
  readonly needsBearer: boolean
  /** The server answers 403 to members who are not admins (D7). */
  readonly adminOnly: boolean
  /**
   * Open also to a caller who must set up a second factor first (D83): these calls say who the caller is, and set one
   * up.
   */
  readonly withoutSecondFactor?: true
  /** A 401 makes the client refresh the access token and retry once (D11). */
  readonly refreshesSession: boolean
}

/** Whether a call's input is its query string. Its body is ignored then. */
export const hasQueryInput = ({ method, isInQuery }: Endpoint) =>
  method === 'GET' || isInQuery === true

export const forAnybody = { needsBearer: false, adminOnly: false, refreshesSession: false } as const
export const forMembers = { needsBearer: true, adminOnly: false, refreshesSession: true } as const
export const forAdmins = { needsBearer: true, adminOnly: true, refreshesSession: true } as const

/** A schema's output for a text from the wire; undefined without a schema. */
export type OutputOf<Given> = Given extends Schema ? v.InferOutput<Given> : undefined

type Complete<Body> = { [Field in keyof Body]-?: Exclude<Body[Field], undefined> }

type Example<Call extends Endpoint> = {
  /** The call's purpose, for the API's description. */
  summary: string
  /** Refusals beyond those that follow from the call's place in the contract. */
  refusals?: readonly number[]
  /**
   * Why the demo's server refuses the example. `an id`: it belongs to nobody (404, like another organisation's).
   * `a secret`: the password, or the token of the link, is wrong. `a state`: the caller or their plan isn't in the
   * state that the call needs.
   */
  about?: 'an id' | 'a secret' | 'a state'
  /** A body with every field of the schema; undefined for calls without one. */
  request: Complete<OutputOf<Call['request']>>
} & (Call['method'] extends 'GET'
  ? /** What it may answer. */ { answer: OutputOf<Call['response']> }
  : { answer?: undefined })

/**
 * An example of each call of a table, for the API's description and the tests. The app never loads them: bundlers
 * drop them, unless one spreads another object.
 */
export type Examples<Calls extends Record<string, Endpoint>> = {
  [Name in keyof Calls]: Example<Calls[Name]>
}
