import { beforeEach, expect, test } from 'vitest'
import type { Admin, Client } from '../../support/conformance/client'

const taken = 'An account with this email address already exists.'
const noAddress = 'Please enter a valid email address.'
const shortPassword = 'A password needs at least 8 characters.'

/** A refusal names each wrong field of the body (D79). */
export default function describeFieldErrors(client: Client): void {
  let admin: Admin

  beforeEach(async () => {
    admin = await client.newAdmin()
  })

  test.each([
    ['signup', { fullname: ' ', email: 'ada', password: 'short', organization: '!?' }],
    ['updateProfile', { full_name: '', email: 'ada', contact_number: '+91' }],
    ['resetPassword', { reset_token: 'a token', new_password: 'short' }],
  ] as const)('names every invalid field of %s at once: %j', async (call, wrong) => {
    const body = call === 'signup' ? { ...client.newSignup(), ...wrong } : wrong
    const { status, field_errors } = await client.wholeRefusal(call, body, admin.access)
    expect(status).toBe(422)
    const { reset_token: _isRight, ...named } = { reset_token: '', ...wrong }
    expect(Object.keys(field_errors ?? {}).sort()).toEqual(Object.keys(named).sort())
  })

  test('has a text for each field, and joins them', async () => {
    const signup = { ...client.newSignup(), email: 'ada', password: 'short' }
    const text = `${noAddress} ${shortPassword}`
    expect(await client.wholeRefusal('signup', signup)).toEqual({
      status: 422,
      error: text,
      message: text,
      field_errors: { email: noAddress, password: shortPassword },
    })
  })

  test('names a field whose text has characters that don’t show', async () => {
    const hidden = 'This name has characters that don’t show. Please type it again.'
    const signup = { ...client.newSignup(), fullname: 'Oper\u200bator' }
    expect(await client.wholeRefusal('signup', signup)).toMatchObject({
      status: 422,
      field_errors: { fullname: hidden },
    })
    const update = { full_name: 'Operator\u2060', email: admin.email }
    expect(await client.wholeRefusal('updateProfile', update, admin.access)).toMatchObject({
      status: 422,
      field_errors: { full_name: hidden },
    })
  })

  test('names a taken value, also beside invalid ones', async () => {
    const both = {
      ...client.newSignup(),
      email: ` ${admin.email.toUpperCase()}`,
      password: 'short',
    }
    expect(await client.wholeRefusal('signup', both)).toMatchObject({
      status: 422,
      field_errors: { email: taken, password: shortPassword },
    })
    const signup = { ...client.newSignup(), email: admin.email }
    const expected = { status: 409, field_errors: { email: taken } }
    expect(await client.wholeRefusal('signup', signup)).toMatchObject(expected)
    const other = await client.newAdmin()
    const update = { full_name: 'Ada', email: admin.email }
    expect(await client.wholeRefusal('updateProfile', update, other.access)).toMatchObject(expected)
    const { organization } = admin
    const again = { ...client.newSignup(), organization }
    const { status, field_errors } = await client.wholeRefusal('signup', again)
    expect([status, Object.keys(field_errors ?? {})]).toEqual([409, ['organization']])
  })
}
