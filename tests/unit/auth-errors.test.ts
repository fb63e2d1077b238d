// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { ApiError, followingServerText, refusalOf } from '../../src/api/errors'
import { registrationError } from '../../src/auth/registration'
import { signInError } from '../../src/auth/sign-in-error'

const refusal = (
  status: number,
  texts: { error?: string; serverMessage?: string; fields?: Record<string, string> } = {},
) => new ApiError('refused', { kind: 'http', status, hasBody: true, ...texts })
const noAnswer = new ApiError('no answer', { kind: 'network' })
const broken = new ApiError('broken', { kind: 'contract' })

describe('what a failed sign-in is told', () => {
  const other = 'Login failed. Please check your entered values and try again.'

  test.each([
    ['404', refusal(404), 'User not found with this email.', 'email'],
    ['401', refusal(401), 'Entered password is incorrect.', 'password'],
    ['no answer', noAnswer, 'Login failed. Please check your network connection and try again.'],
    ['403', refusal(403), other],
    ['500', refusal(500), other],
    ['an answer that breaks the contract', broken, other],
    ['a fault of the app', new TypeError('x is not a function'), other],
  ])('%s', (_, error, text, field?: string) => {
    expect(signInError(error)).toEqual(field ? { text, fields: { [field]: '' } } : { text })
  })

  test('with 422, what the server says follows', () => {
    expect(signInError(refusal(422, { error: 'No.' }))).toEqual({ text: other, detail: 'No.' })
  })

  test('storage that is blocked', () => {
    expect(signInError(new DOMException('full', 'QuotaExceededError')).text).toBe(
      'This browser blocks local storage. Allow it for this site and try again.',
    )
  })
})

describe('what a failed registration is told', () => {
  const other = 'Registration failed. Please try again.'

  test.each([
    ['no error field', refusal(500), other],
    ['a message only', refusal(400, { serverMessage: 'Never.' }), other],
    ['an empty error field', refusal(400, { error: '' }), other],
    [
      'no answer',
      noAnswer,
      'Registration failed. Please check your network connection and try again.',
    ],
    ['an answer that breaks the contract', broken, other],
    ['a fault of the app', new TypeError('x is not a function'), other],
  ])('%s', (_, error, text) => {
    expect(registrationError(error)).toEqual({ text })
  })

  test.each([400, 409, 422])('the error field alone, with %i', (status) => {
    const fields = { email: 'No.' }
    const error = refusal(status, { error: 'No.', serverMessage: 'Never.', fields })
    expect(registrationError(error)).toEqual({ detail: 'No.', fields })
  })

  test('a message with 409 follows on a line below', () => {
    expect(registrationError(refusal(409, { serverMessage: 'Never.' }))).toEqual({
      text: other,
      detail: 'Never.',
    })
  })
})

test('a form is told the catalogue’s text, the server’s, and which fields are wrong', () => {
  const fields = { new_password: 'Too short.' }
  expect(refusalOf(refusal(422, { error: 'Too short.', fields }), 'Failed.')).toEqual({
    text: 'Failed.',
    detail: 'Too short.',
    fields,
  })
  expect(refusalOf(noAnswer, 'Failed.')).toEqual({ text: 'Failed.' })
})

describe('the server’s own text follows the catalogue’s', () => {
  test.each([409, 422, 429, 503])('with %i', (status) => {
    expect(followingServerText(refusal(status, { error: 'No.', serverMessage: 'Never.' }))).toBe(
      'No.',
    )
    expect(followingServerText(refusal(status, { serverMessage: 'Never.' }))).toBe('Never.')
    expect(followingServerText(refusal(status))).toBeUndefined()
  })

  test.each([400, 401, 403, 404, 500, 502])('not with %i', (status) => {
    expect(followingServerText(refusal(status, { error: 'No.' }))).toBeUndefined()
  })

  test('not where the server said nothing', () => {
    expect(followingServerText(noAnswer)).toBeUndefined()
    expect(followingServerText(broken)).toBeUndefined()
    expect(followingServerText(new Error('No.'))).toBeUndefined()
  })
})
