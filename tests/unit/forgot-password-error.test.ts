// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { forgotPasswordError } from '../../src/auth/ForgotPassword'

const failed = 'Failed to reset password.'
const general = 'An error occurred. Please try again.'

/** @returns what is shown for a refusal with a JSON body. */
const shownFor = (status: number, texts: { error?: string; serverMessage?: string } = {}) =>
  forgotPasswordError(new ApiError('refused', { kind: 'http', status, hasBody: true, ...texts }))

test.each([400, 404, 409, 422, 429, 500])('shows the server’s message with %i', (status) => {
  expect(shownFor(status, { error: 'No.', serverMessage: 'Not today.' })).toEqual({
    detail: 'Not today.',
  })
})

test.each([400, 404, 500])('shows the catalogue’s text with %i and no message', (status) => {
  for (const texts of [{}, { serverMessage: '' }, { error: 'No.' }]) {
    expect(shownFor(status, texts).text).toBe(failed)
    expect(shownFor(status, texts).detail).toBeUndefined()
  }
})

test.each([409, 422, 429, 503])('adds the error field below with %i and no message', (status) => {
  expect(shownFor(status, { error: 'Not today.' })).toEqual({ text: failed, detail: 'Not today.' })
})

test.each([
  ['no answer', new ApiError('no answer', { kind: 'network' })],
  ['a refusal without a body', new ApiError('refused', { kind: 'http', status: 500 })],
  ['an answer that breaks the contract', new ApiError('broken', { kind: 'contract' })],
  ['a fault of the app', new TypeError('x is not a function')],
])('%s is an unexplained error', (_, error) => {
  expect(forgotPasswordError(error)).toEqual({ text: general })
})
