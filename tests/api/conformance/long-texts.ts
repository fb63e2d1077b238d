import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import { readsQuery } from '../../../contract/endpoint'
import type { Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'

/** A text that is too long is refused, whatever is in it and whichever field it is in. */
export default function describeLongTexts(client: Client): void {
  test('every text of a body has a longest length', async () => {
    const { access } = await client.newAdmin()
    const long = 'x'.repeat(1_000_000)
    for (const call of Object.keys(calls) as CallName[]) {
      // What an address holds is cut by the server's own limit of headers.
      if (calls[call].method === 'GET' || readsQuery(calls[call])) continue
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
    const { access } = await client.newAdmin()
    const emails = Array(480_000).fill(1)
    expect(await client.refused('inviteTeamMembers', { emails }, access)).toEqual({
      status: 400,
      text: 'The field "emails.0" is wrong or missing.',
    })
  })
}
