import { expect, test } from 'vitest'
import { ApiError, followingServerText, isUnconfirmed } from '../../src/api/errors'
import { forgotPasswordError } from '../../src/auth/ForgotPassword'
import { registrationError } from '../../src/auth/registration/Register'
import { missingProof } from '../../src/session/SecondFactorStep'

const refusal = (
  status: number,
  texts: { error?: string; serverMessage?: string; fields?: Record<string, string> } = {},
) => new ApiError('refused', { kind: 'http', status, hasBody: true, ...texts })
const both = { error: 'No.', serverMessage: 'Never.' }

test('a failed registration shows only the error field, and the wrong fields', () => {
  const fields = { email: 'No.' }
  const shown = { detail: 'No.', fields }
  for (const status of [400, 422])
    expect(registrationError(refusal(status, { ...both, fields }))).toEqual(shown)
  const text = 'Registration failed. Please try again.'
  expect(registrationError(refusal(400, { serverMessage: 'Never.' }))).toEqual({ text })
  expect(registrationError(new TypeError('a fault of the app'))).toEqual({ text })
})

test('a failed request for a new password shows the server’s text where it says what can be done', () => {
  const text = 'Failed to reset password.'
  expect(forgotPasswordError(refusal(404, both))).toEqual({ detail: 'Never.' })
  expect(forgotPasswordError(refusal(500, { error: 'No.' }))).toEqual({ text })
  expect(forgotPasswordError(refusal(429, { error: 'No.' }))).toEqual({ text, detail: 'No.' })
})

test('the server’s text follows the catalogue’s where it says what can be done', () => {
  const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503]
  const followed = statuses.filter((status) => followingServerText(refusal(status, both)) === 'No.')
  expect(followed).toEqual([409, 422, 429, 503])
  expect(followingServerText(refusal(409, { serverMessage: 'Never.' }))).toBe('Never.')
  expect(followingServerText(new ApiError('no answer', { kind: 'network' }))).toBeUndefined()
})

test('a call may have been carried out if no answer came, or only a proxy’s', () => {
  const statuses = [400, 409, 500, 502, 503, 504]
  expect(statuses.filter((status) => isUnconfirmed(refusal(status)))).toEqual([502, 504])
  expect(isUnconfirmed(new ApiError('no answer', { kind: 'network' }))).toBe(true)
})

test('of a code and a passkey one is enough', () => {
  const code = 'Enter the code from your authenticator app.'
  const passkey = 'Please use your passkey.'
  const missing = (typed: Partial<Record<string, string>>) => Object.values(missingProof(typed))
  expect(missing({})).toEqual([null, null])
  expect(missing({ one_time_code: '' })).toEqual([code, null])
  expect(missing({ passkey_proof: '' })).toEqual([null, passkey])
  expect(missing({ one_time_code: '', passkey_proof: '' })).toEqual([code, null])
  expect(missing({ one_time_code: '', passkey_proof: '{}' })).toEqual([null, null])
})
