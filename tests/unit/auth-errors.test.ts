// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { ApiError, followingServerText, refusalOf } from '../../src/api/errors'
import { signInError } from '../../src/auth/credentials'
import { forgotPasswordError } from '../../src/auth/ForgotPassword'
import { registrationError } from '../../src/auth/registration/Register'

const refusal = (
  status: number,
  texts: { error?: string; serverMessage?: string; fields?: Record<string, string> } = {},
) => new ApiError('refused', { kind: 'http', status, hasBody: true, ...texts })
const noAnswer = new ApiError('no answer', { kind: 'network' })
const broken = new ApiError('broken', { kind: 'contract' })
const fault = new TypeError('x is not a function')

describe('the text after a failed sign-in', () => {
  const other = 'Login failed. Please check your entered values and try again.'

  test.each([
    ['404', refusal(404), 'User not found with this email.', 'email'],
    ['401', refusal(401), 'Entered password is incorrect.', 'password'],
    ['no answer', noAnswer, 'Login failed. Please check your network connection and try again.'],
    ['403', refusal(403), other],
    ['500', refusal(500), other],
    ['an answer that breaks the contract', broken, other],
    ['a fault of the app', fault, other],
  ])('%s', (_, error, text, field?: string) => {
    expect(signInError(error)).toEqual(field ? { text, fields: { [field]: '' } } : { text })
  })

  test('adds the server’s text with 422', () => {
    expect(signInError(refusal(422, { error: 'No.' }))).toEqual({ text: other, detail: 'No.' })
  })

  test('explains that storage is blocked', () => {
    expect(signInError(new DOMException('full', 'QuotaExceededError')).text).toBe(
      'This browser blocks local storage. Allow it for this site and try again.',
    )
  })
})

describe('the text after a failed registration', () => {
  const other = 'Registration failed. Please try again.'
  const noNetwork = 'Registration failed. Please check your network connection and try again.'

  test.each([
    ['no error field', refusal(500), other],
    ['a message only', refusal(400, { serverMessage: 'Never.' }), other],
    ['an empty error field', refusal(400, { error: '' }), other],
    ['no answer', noAnswer, noNetwork],
    ['an answer that breaks the contract', broken, other],
    ['a fault of the app', fault, other],
  ])('%s', (_, error, text) => {
    expect(registrationError(error)).toEqual({ text })
  })

  test.each([400, 409, 422])('is only the error field with %i', (status) => {
    const fields = { email: 'No.' }
    const error = refusal(status, { error: 'No.', serverMessage: 'Never.', fields })
    expect(registrationError(error)).toEqual({ detail: 'No.', fields })
  })

  test('adds the message on a second line with 409', () => {
    expect(registrationError(refusal(409, { serverMessage: 'Never.' }))).toEqual({
      text: other,
      detail: 'Never.',
    })
  })
})

describe('the text after a failed request for a new password', () => {
  const failed = 'Failed to reset password.'
  const general = 'An error occurred. Please try again.'
  const noBody = new ApiError('refused', { kind: 'http', status: 500 })

  test.each([400, 404, 409, 422, 429, 500])('is the server’s message with %i', (status) => {
    const error = refusal(status, { error: 'No.', serverMessage: 'Not today.' })
    expect(forgotPasswordError(error)).toEqual({ detail: 'Not today.' })
  })

  test.each([400, 404, 500])('is the catalogue’s with %i and no message', (status) => {
    for (const texts of [{}, { serverMessage: '' }, { error: 'No.' }]) {
      expect(forgotPasswordError(refusal(status, texts))).toEqual({ text: failed })
    }
  })

  test.each([409, 422, 429, 503])('has the error field below with %i and no message', (status) => {
    const error = refusal(status, { error: 'Not today.' })
    expect(forgotPasswordError(error)).toEqual({ text: failed, detail: 'Not today.' })
  })

  test.each([
    ['no answer', noAnswer],
    ['a refusal without a body', noBody],
    ['an answer that breaks the contract', broken],
    ['a fault of the app', fault],
  ])('is unexplained for %s', (_, error) => {
    expect(forgotPasswordError(error)).toEqual({ text: general })
  })
})

test('a form gets the catalogue’s text, the server’s, and the wrong fields', () => {
  const fields = { new_password: 'Too short.' }
  expect(refusalOf(refusal(422, { error: 'Too short.', fields }), 'Failed.')).toEqual({
    text: 'Failed.',
    detail: 'Too short.',
    fields,
  })
  expect(refusalOf(noAnswer, 'Failed.')).toEqual({ text: 'Failed.' })
})

describe('the server’s text follows the catalogue’s', () => {
  test.each([409, 422, 429, 503])('with status %i', (status) => {
    expect(followingServerText(refusal(status, { error: 'No.', serverMessage: 'Never.' }))).toBe(
      'No.',
    )
    expect(followingServerText(refusal(status, { serverMessage: 'Never.' }))).toBe('Never.')
    expect(followingServerText(refusal(status))).toBeUndefined()
  })

  test.each([400, 401, 403, 404, 500, 502])('but not with status %i', (status) => {
    expect(followingServerText(refusal(status, { error: 'No.' }))).toBeUndefined()
  })

  test('but not if the server sent none', () => {
    expect(followingServerText(noAnswer)).toBeUndefined()
    expect(followingServerText(broken)).toBeUndefined()
    expect(followingServerText(new Error('No.'))).toBeUndefined()
  })
})
