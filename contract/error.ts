import * as v from 'valibot'

/** Our own server's (D79): the reason for each wrong field of the body. */
const fieldErrors = v.pipe(v.record(v.string(), v.string()), v.minEntries(1))

/** The body of every refusal (D30): `error` and `message` contain the same text for people. */
export const errorBody = v.object({
  error: v.string(),
  message: v.string(),
  field_errors: v.optional(fieldErrors),
  /** Our own server's: the call needs a right `one_time_code`. */
  needs_code: v.optional(v.literal(true)),
  /** Our own server's: the call needs a passkey, and nothing else will do. */
  needs_passkey: v.optional(v.literal(true)),
  /** Our own server's: no account has this passkey. */
  unknown: v.optional(v.literal(true)),
  /** Our own server's (D100): the session's account was deleted; the text says why. */
  account_deleted: v.optional(v.literal(true)),
})
export type ErrorBody = v.InferOutput<typeof errorBody>

/**
 * The client's schema of a failed answer. Other servers may send one field, both or neither
 * (specification, section 8), so nothing is required.
 */
export const receivedErrorBody = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  message: v.fallback(v.optional(v.string()), undefined),
  field_errors: v.fallback(v.optional(fieldErrors), undefined),
  needs_code: v.fallback(v.optional(v.literal(true)), undefined),
  needs_passkey: v.fallback(v.optional(v.literal(true)), undefined),
  unknown: v.fallback(v.optional(v.literal(true)), undefined),
  account_deleted: v.fallback(v.optional(v.literal(true)), undefined),
})

/** An answer that the specification calls "not shown": anything, or nothing, is success (D29). */
export const acknowledgement = v.unknown()

/** An answer that consists of a text for the user. */
export const messageResponse = v.object({ message: v.string() })
