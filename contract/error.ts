import * as v from 'valibot'

/** Our own server only (D27): the reason for each wrong field of the body. */
const fieldErrors = v.pipe(v.record(v.string(), v.string()), v.minEntries(1))

/** Our own server only: the reason for a refusal, where a program may want to tell it apart. */
const refusalCode = v.picklist([
  /** Nobody is signed in: the token is missing or wrong, or its session has ended. */
  'signed_out',
  /** The session's account was deleted. The text gives the reason. */
  'account_deleted',
  'wrong_password',
  /** The call needs one of the factors in `accepts`, and came without (D92). */
  'second_factor_required',
  /** The code in the call is wrong, or was used before. */
  'wrong_code',
  /** The call needs a passkey, and takes no code instead (D139). */
  'passkey_required',
  /** No account has this passkey: the browser may forget it. */
  'unknown_passkey',
  /** The caller must set up a second factor before anything else (D83). */
  'second_factor_setup_required',
  'admins_only',
  'not_found',
  /** The address or name belongs to somebody else. */
  'taken',
  /** The maximum is reached, for example of passkeys or seats. */
  'limit_reached',
  /** The plan isn't the one that the caller named. */
  'plan_changed',
  /** The link was used, has expired, or was replaced. */
  'link_expired',
  /** `Retry-After` says when to try again. */
  'too_many_requests',
  /** The server, or a service that it needs, doesn't answer at the moment. */
  'unavailable',
])
export type RefusalCode = v.InferOutput<typeof refusalCode>

/** Our own server only: the second factors that will do for a call. */
const accepts = v.array(v.picklist(['code', 'passkey']))
export type SecondFactors = v.InferOutput<typeof accepts>

/** The body of every refusal (D30): `error` and `message` contain the same text for people. */
export const errorBody = v.object({
  error: v.string(),
  message: v.string(),
  code: v.optional(refusalCode),
  /** The second factors that the call takes, with the code `second_factor_required`. */
  accepts: v.optional(accepts),
  field_errors: v.optional(fieldErrors),
})
export type ErrorBody = v.InferOutput<typeof errorBody>

/**
 * The client's schema of a failed answer. Other servers may send one field, both or neither
 * (specification, section 8), so nothing is required.
 */
export const receivedErrorBody = v.object({
  error: v.fallback(v.optional(v.string()), undefined),
  message: v.fallback(v.optional(v.string()), undefined),
  code: v.fallback(v.optional(refusalCode), undefined),
  accepts: v.fallback(v.optional(accepts), undefined),
  field_errors: v.fallback(v.optional(fieldErrors), undefined),
})

/** An answer that the specification calls "not shown": anything, or nothing, is success. */
export const acknowledgement = v.unknown()

/** An answer that consists of a text for the user. */
export const messageResponse = v.object({ message: v.string() })
