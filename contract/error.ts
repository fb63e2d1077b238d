import * as v from 'valibot'

/** The body of every refusal (D30): both fields contain the same text for people. */
export const errorBody = v.object({ error: v.string(), message: v.string() })
export type ErrorBody = v.InferOutput<typeof errorBody>

/**
 * The client's schema of a failed answer. Other servers may send one field, both or neither
 * (specification, section 8), so nothing is required.
 */
export const receivedErrorBody = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  message: v.fallback(v.optional(v.string()), undefined),
})

/** An answer that the specification calls "not shown": anything, or nothing, is success (D29). */
export const acknowledgement = v.unknown()

/** An answer that consists of a text for the user. */
export const messageResponse = v.object({ message: v.string() })
