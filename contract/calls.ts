import type * as v from 'valibot'
import { endpoints } from './endpoints'
import { extensionEndpoints } from './extensions'

/** Every call there is: those of the specification, and those of our own server (D43). */
export const calls = { ...endpoints, ...extensionEndpoints } as const

export type CallName = keyof typeof calls

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

/** What a call sends, as a body or (GET) a query string; undefined for calls that send nothing. */
export type RequestOf<Name extends CallName> = OutputOf<(typeof calls)[Name]['request']>

/** What a call answers, as read from the wire; undefined for calls that answer without a body. */
export type ResponseOf<Name extends CallName> = OutputOf<(typeof calls)[Name]['response']>
