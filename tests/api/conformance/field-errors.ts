import { beforeEach, expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import { hasQueryInput } from '../../../contract/endpoint'
import type { Admin, Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'

const taken = 'An account with this email address already exists.'
const noAddress = 'Please enter a valid email address.'
const shortPassword = 'A password needs at least 8 characters.'

/** A refusal names each wrong field of the body, and has a code where a program may want to tell it apart. */
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

  const codeOf = async (name: CallName, body?: object, token?: string) =>
    (await client.wholeRefusal(name, body, token)).code

  test('names the reason, whatever the text says', async () => {
    const { access } = admin
    const member = await client.memberToken()
    const taken = { ...client.newSignup(), email: admin.email }
    const nobody = { ...client.newSignup(), email: client.newAddress() }
    expect({
      noToken: await codeOf('getProfile'),
      member: await codeOf('getTeam', undefined, member),
      unknownSession: await codeOf('endSession', { session_id: 'none' }, access),
      unknownAddress: await codeOf('login', nobody),
      wrongPassword: await codeOf('login', { email: admin.email, password: 'wrong' }),
      wrongPasswordAgain: await codeOf('exportAccount', { password: 'wrong' }, access),
      takenAddress: await codeOf('signup', taken),
      noPlan: await codeOf('stopRenewing', undefined, access),
      usedLink: await codeOf('resetPassword', { reset_token: 'x', new_password: 'long enough' }),
      missingField: await codeOf('login', {}),
    }).toEqual({
      noToken: 'signed_out',
      member: 'admins_only',
      unknownSession: 'not_found',
      unknownAddress: 'not_found',
      wrongPassword: 'wrong_password',
      wrongPasswordAgain: 'wrong_password',
      takenAddress: 'taken',
      noPlan: 'plan_changed',
      usedLink: 'link_expired',
      missingField: undefined,
    })
  })

  test('every text of a body has a longest length', async () => {
    const { access } = admin
    const long = 'x'.repeat(1_000_000)
    for (const call of Object.keys(calls) as CallName[]) {
      // What an address holds is cut by the server's own limit of headers.
      if (calls[call].method === 'GET' || hasQueryInput(calls[call])) continue
      const example: Record<string, unknown> = examples[call] ?? {}
      for (const [name, value] of Object.entries(example)) {
        if (typeof value !== 'string' && !Array.isArray(value)) continue
        // An address that isn't invited, and a wrong password.
        if (call === 'inviteTeamMembers' || (call === 'login' && name === 'password')) continue
        const body = { ...example, [name]: Array.isArray(value) ? [long] : long }
        const { status } = await client.refused(call, body, access)
        // One of a few words is another kind of mistake than a text.
        expect([400, 422], `${name} of ${call}`).toContain(status)
      }
    }
  })

  test('the refusal of a long text names its limit', async () => {
    const signup = { ...client.newSignup(), fullname: 'x'.repeat(201) }
    expect(await client.wholeRefusal('signup', signup)).toMatchObject({
      status: 422,
      field_errors: { fullname: 'A name may have at most 200 characters.' },
    })
  })

  test('a hundred thousand wrong entries are reported as one mistake', async () => {
    const { access } = admin
    const emails = Array(480_000).fill(1)
    expect(await client.refused('inviteTeamMembers', { emails }, access)).toEqual({
      status: 400,
      text: 'The field "emails.0" is wrong or missing.',
    })
  })
}
