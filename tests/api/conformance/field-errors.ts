import { beforeEach, expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import { hasQueryInput } from '../../../contract/endpoint'
import type { Admin, Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'

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
}
