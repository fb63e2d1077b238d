import * as v from 'valibot'
import { text } from './text'

export const loginRequest = v.object({ email: text, password: text })

export const loginResponse = v.object({
  access: v.pipe(v.string(), v.minLength(1)),
  refresh: v.pipe(v.string(), v.minLength(1)),
  is_organization_admin: v.boolean(),
})
export type LoginResponse = v.InferOutput<typeof loginResponse>

export const refreshTokenRequest = v.object({ refresh: text })
export const refreshTokenResponse = v.object({ access: v.pipe(v.string(), v.minLength(1)) })

export const logoutRequest = v.object({ refresh: text })

export const signupRequest = v.object({
  fullname: text,
  email: text,
  password: text,
  organization: text,
})

export const forgotPasswordRequest = v.object({ email: text })
export const resetPasswordRequest = v.object({ reset_token: text, new_password: text })
