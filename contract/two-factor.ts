import * as v from 'valibot'
import { isoDate, longest, textUpTo } from './text'

/*
 * Extension `two-factor`: signing in also asks for the code of an authenticator app.
 */

/** A password that is too long for any account is simply wrong. */
const password = textUpTo(longest.password, 'Entered password is incorrect.')
/** An app's code, or a recovery code. */
const code = textUpTo(longest.code)

export const twoFactorResponse = v.object({
  state: v.picklist(['off', 'on']),
  /** Whether the caller must have one. */
  required: v.boolean(),
  /** Since when it is on; null: off. */
  since: v.nullish(isoDate, null),
  recovery_codes_left: v.number(),
})
export type TwoFactor = v.InferOutput<typeof twoFactorResponse>

export const beginTwoFactorRequest = v.object({ password })
export const beginTwoFactorResponse = v.object({
  /** Base32, as authenticator apps expect it. */
  secret: v.string(),
  /** The same as an `otpauth:` URI, for a QR code. */
  uri: v.string(),
})

export const confirmTwoFactorRequest = v.object({ code })
/** The input of both calls that concern an active one. */
export const provenRequest = v.object({ password, code })
/** Shown only once. */
export const recoveryCodesResponse = v.object({ recovery_codes: v.array(v.string()) })
