import * as v from 'valibot'
import { address, longest, newPassword, oneTimeCode, personName, text, textUpTo } from './text'

/** A password that is too long for any account is simply wrong, so any text is valid here. */
export const loginRequest = v.object({
  email: address,
  password: text,
  one_time_code: oneTimeCode,
})

export const loginResponse = v.object({
  access: v.pipe(v.string(), v.minLength(1)),
  refresh: v.pipe(v.string(), v.minLength(1)),
  is_organization_admin: v.boolean(),
})

const refreshToken = textUpTo(longest.token)

export const refreshTokenRequest = v.object({ refresh: refreshToken })
export const refreshTokenResponse = v.object({ access: v.pipe(v.string(), v.minLength(1)) })

export const logoutRequest = v.object({ refresh: refreshToken })

export const signupRequest = v.object({
  fullname: personName,
  email: address,
  password: newPassword,
  organization: textUpTo(longest.name, "An organisation's name may have at most 100 characters."),
})

export const forgotPasswordRequest = v.object({ email: address })
export const resetPasswordRequest = v.object({
  reset_token: textUpTo(longest.linkToken),
  new_password: newPassword,
  one_time_code: oneTimeCode,
})
