import * as v from 'valibot'
import { type Endpoint, type Examples, forAnybody } from './endpoint'
import { acknowledgement, messageResponse } from './error'
import { passkeyProofExample, secondFactorProof } from './second-factor-proof'
import { address, longest, newPassword, oneTimeCode, personName, text, textUpTo } from './text'

/* Calls that start, renew and end sessions: registering, signing in, resetting passwords. */

/**
 * Our own server only (D45): a header of a sign-up with the token of the invitation whose link was opened.
 */
export const invitationProofHeader = 'X-Invitation-Token'

const token = v.pipe(v.string(), v.minLength(1))
const refreshRequest = v.object({ refresh: textUpTo(longest.token) })

export const sessionCalls = {
  login: {
    method: 'POST',
    path: '/api/login/',
    // A password that is too long for any account is simply wrong, so any text is valid here.
    request: v.object({ email: address, password: text, one_time_code: oneTimeCode }),
    response: v.object({ access: token, refresh: token, is_organization_admin: v.boolean() }),
    ...forAnybody,
  },
  refreshToken: {
    method: 'POST',
    path: '/api/token/refresh/',
    request: refreshRequest,
    response: v.object({ access: token }),
    ...forAnybody,
  },
  /** Ends the session of a refresh token on the server; an unknown token is no error. */
  logout: {
    isOurs: true,
    method: 'POST',
    path: '/api/logout/',
    request: refreshRequest,
    response: null,
    ...forAnybody,
  },
  signup: {
    method: 'POST',
    path: '/api/signup/',
    request: v.object({
      fullname: personName,
      email: address,
      password: newPassword,
      organization: textUpTo(
        longest.name,
        "An organisation's name may have at most 100 characters.",
      ),
    }),
    response: acknowledgement,
    ...forAnybody,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/forgot-password/',
    request: v.object({ email: address }),
    response: messageResponse,
    ...forAnybody,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password/',
    request: v.object({
      reset_token: textUpTo(longest.linkToken),
      new_password: newPassword,
      ...secondFactorProof,
    }),
    response: acknowledgement,
    ...forAnybody,
  },
} as const satisfies Record<string, Endpoint>

export const sessionExamples: Examples<typeof sessionCalls> = {
  login: {
    summary: 'Sign in',
    refusals: [401, 404],
    request: { email: 'admin@acme.test', password: 'orglens-demo', one_time_code: '287082' },
  },
  refreshToken: {
    summary: 'A new access token',
    refusals: [401],
    request: { refresh: 'the refresh token of a sign-in' },
  },
  logout: { summary: 'End a session', request: { refresh: 'the refresh token of a sign-in' } },
  signup: {
    summary: 'Register an organisation, or join one by invitation',
    refusals: [409],
    request: {
      fullname: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'analytical engine',
      organization: 'Analytical Engines',
    },
  },
  forgotPassword: {
    summary: 'Ask for a link to set a new password',
    request: { email: 'ada@example.com' },
  },
  resetPassword: {
    summary: 'Set a new password',
    about: 'a secret',
    refusals: [409],
    request: {
      reset_token: 'the token of the link',
      new_password: 'difference engine',
      one_time_code: '287082',
      passkey_proof: passkeyProofExample,
    },
  },
}
