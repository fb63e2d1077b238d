import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { errorBody } from '../../../contract/error'
import type { Admin, Client } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/target'

const taken = 'There is an account with this email address already.'
const noAddress = 'Please enter a valid email address.'
const shortPassword = 'A password needs at least 8 characters.'

/** A refusal names each wrong field of the body (D79). */
export default function describeFieldErrors(client: Client, { onlyStore }: Target): void {
  if (onlyStore) return

  describe('a refusal', () => {
    let admin: Admin

    async function refused(name: CallName, body: unknown, token?: string) {
      const answer = await client.request(name, body, token)
      const { error, field_errors } = v.parse(errorBody, await answer.json())
      return { status: answer.status, text: error, fields: field_errors }
    }

    beforeEach(async () => {
      admin = await client.newAdmin()
    })

    test.each([
      ['signup', { fullname: ' ', email: 'ada', password: 'short', organization: '!?' }],
      ['signup', { password: 'short' }],
      ['updateProfile', { full_name: '', email: 'ada', contact_number: '+91' }],
      ['forgotPassword', { email: 'ada' }],
      ['resetPassword', { reset_token: 'a token', new_password: 'short' }],
      ['inviteTeamMembers', { emails: [] }],
    ] as const)('names every invalid field of %s at once: %j', async (call, wrong) => {
      const body = call === 'signup' ? { ...client.newSignup(), ...wrong } : wrong
      const { status, fields } = await refused(call, body, admin.access)
      expect(status).toBe(422)
      const { reset_token: _isRight, ...named } = { reset_token: '', ...wrong }
      expect(Object.keys(fields ?? {}).sort()).toEqual(Object.keys(named).sort())
    })

    test('has a text for each field, and joins them', async () => {
      const signup = { ...client.newSignup(), email: 'ada', password: 'short' }
      expect(await refused('signup', signup)).toEqual({
        status: 422,
        text: `${noAddress} ${shortPassword}`,
        fields: { email: noAddress, password: shortPassword },
      })
    })

    test('names a field whose text has characters that don’t show', async () => {
      const hidden = 'This name has characters that don’t show. Please type it again.'
      const signup = { ...client.newSignup(), fullname: 'Oper\u200bator' }
      expect(await refused('signup', signup)).toMatchObject({
        status: 422,
        fields: { fullname: hidden },
      })
      const organization = `Ac\u200bme ${client.unique('hidden')}`
      expect(await refused('signup', { ...client.newSignup(), organization })).toMatchObject({
        status: 422,
        fields: { organization: hidden },
      })
      const update = { full_name: 'Operator\u2060', email: admin.email }
      expect(await refused('updateProfile', update, admin.access)).toMatchObject({
        status: 422,
        fields: { full_name: hidden },
      })
    })

    test('names a taken address together with invalid fields', async () => {
      const signup = { ...client.newSignup(), email: ` ${admin.email.toUpperCase()}` }
      expect(await refused('signup', { ...signup, password: 'short' })).toMatchObject({
        status: 422,
        fields: { email: taken, password: shortPassword },
      })
    })

    test('names a taken value', async () => {
      const signup = { ...client.newSignup(), email: admin.email }
      const expected = { status: 409, fields: { email: taken } }
      expect(await refused('signup', signup)).toMatchObject(expected)
      const other = await client.newAdmin()
      const update = { full_name: 'Ada', email: admin.email }
      expect(await refused('updateProfile', update, other.access)).toMatchObject(expected)
      const { organization } = admin
      const again = { ...client.newSignup(), organization }
      const { status, fields } = await refused('signup', again)
      expect([status, Object.keys(fields ?? {})]).toEqual([409, ['organization']])
    })

    test('names a wrong password', async () => {
      const update = {
        full_name: 'Ada',
        email: `${client.unique('moved')}@example.test`,
        current_password: 'not the password',
      }
      expect(await refused('updateProfile', update, admin.access)).toMatchObject({
        status: 422,
        fields: { current_password: 'Entered password is incorrect.' },
      })
    })

    test('names every text that is too long', async () => {
      const long = 'x'.repeat(3_000)
      const signup = { ...client.newSignup(), fullname: long, password: long }
      expect(await refused('signup', signup)).toMatchObject({
        status: 422,
        fields: {
          fullname: 'A name may have at most 200 characters.',
          password: 'A password may have at most 200 characters.',
        },
      })
      const link = { reset_token: long, new_password: long }
      const { fields } = await refused('resetPassword', link)
      expect(Object.keys(fields ?? {})).toEqual(['reset_token', 'new_password'])
    })

    test.each([
      ['login', { email: 'nobody@example.test', password: 'a long password' }, 404],
      ['resetPassword', { reset_token: 'used', new_password: 'a long password' }, 422],
      ['signup', { email: 1 }, 400],
    ] as [CallName, object, number][])(
      'names no field of %s if none is wrong by itself',
      async (call, body, status) => {
        const refusal = await refused(call, body)
        expect([refusal.status, refusal.fields]).toEqual([status, undefined])
      },
    )
  })
}
