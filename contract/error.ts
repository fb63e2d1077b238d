import * as v from 'valibot'

/** What every refusal of the API looks like (D30): both fields carry the same human text. */
export const errorBody = v.object({ error: v.string(), message: v.string() })
export type ErrorBody = v.InferOutput<typeof errorBody>

/**
 * What the client reads from a failed answer. Other servers may send one field, both or neither
 * (specification, section 8), so nothing is required.
 */
export const receivedErrorBody = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  message: v.fallback(v.optional(v.string()), undefined),
})

/** The answer where the specification says "not shown": anything, or nothing, is success (D29). */
export const acknowledgement = v.unknown()

/** An answer whose only content is a text for the user. */
export const messageResponse = v.object({ message: v.string() })
