import * as v from 'valibot'
import { isoDate, longest, textUpTo } from './text'

/*
 * Extension `two-factor`: signing in asks for the code of an authenticator app too.
 */

/** A password that is too long for any account is just wrong. */
const password = textUpTo(longest.password, 'Entered password is incorrect.')
/** Of the app, or a recovery code. */
const code = textUpTo(longest.code)

export const twoFactorResponse = v.object({
  state: v.picklist(['off', 'on']),
  /** Whether the caller must have one. */
  required: v.boolean(),
  /** Since when it is on; null: it is off. */
  since: v.nullish(isoDate, null),
  recovery_codes_left: v.number(),
})
export type TwoFactor = v.InferOutput<typeof twoFactorResponse>

export const beginTwoFactorRequest = v.object({ password })
export const beginTwoFactorResponse = v.object({
  /** Base32, as an authenticator app takes it. */
  secret: v.string(),
  /** The same as an `otpauth:` address, for a picture. */
  uri: v.string(),
})

export const confirmTwoFactorRequest = v.object({ code })
/** Of both calls that are about what is on. */
export const provenRequest = v.object({ password, code })
/** They are told this once. */
export const recoveryCodesResponse = v.object({ recovery_codes: v.array(v.string()) })
