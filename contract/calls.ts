import type * as v from 'valibot'
import { endpoints } from './endpoints'
import { extensionEndpoints } from './extensions'

/** All calls: those of the specification and those of our own server (D43). */
export const calls = { ...endpoints, ...extensionEndpoints } as const

export type CallName = keyof typeof calls

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

/** The input of a call, as a body or (GET) a query string; undefined for calls without one. */
export type RequestOf<Name extends CallName> = OutputOf<(typeof calls)[Name]['request']>

/** The output of a call, as read from the wire; undefined for calls that answer without a body. */
export type ResponseOf<Name extends CallName> = OutputOf<(typeof calls)[Name]['response']>
