import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import type { Endpoint } from '../../../contract/endpoint'
import { readsQuery } from '../../../contract/endpoint'
import { longest } from '../../../contract/text'
import type { Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'

/** A field of a body that holds a text, or a list of them. */
interface TextField {
  call: CallName
  name: string
}

const isText = (value: unknown) => typeof value === 'string' || Array.isArray(value)

/** Whether it is one of a few words, which are all that it is compared with. */
function isChoice(call: CallName, name: string): boolean {
  const request: Endpoint['request'] = calls[call].request
  const { entries = {} } = (request ?? {}) as { entries?: Record<string, { type: string }> }
  return entries[name]?.type === 'picklist'
}

/** Every text that our server reads of a body, by the bodies that are well formed. */
const textFields: readonly TextField[] = (Object.keys(calls) as CallName[])
  .filter((call) => calls[call].method !== 'GET')
  .flatMap((call) =>
    Object.entries(examples[call] ?? {})
      .filter(([name, value]) => isText(value) && !isChoice(call, name))
      .map(([name]) => ({ call, name })),
  )

/** @returns a well-formed body but for one field, which holds `text`. */
function withText(call: CallName, name: string, text: string): Record<string, unknown> {
  const example: Record<string, unknown> = { ...examples[call] }
  return { ...example, [name]: Array.isArray(example[name]) ? [text] : text }
}

const oneLetter = 'x'.repeat(1_000_000)

/** @returns the contract's own words where it has some, otherwise the field and its length. */
function refusalOfLongText(call: CallName, name: string, body: unknown): string {
  const { request } = calls[call]
  const { issues = [] } = request ? v.safeParse(request, body) : {}
  const [issue] = issues
  if (issue?.type !== 'max_length') throw new Error(`${name} of ${call} has no longest length`)
  return issue.message || `The field "${name}" may have at most ${issue.requirement} characters.`
}

/** A text that is too long is refused, whatever is in it and whichever field it is in. */
export default function describeLongTexts(client: Client): void {
  test('the refusal of a long text names the field and its limit', async () => {
    const { access } = await client.newAdmin()
    for (const { call, name } of textFields) {
      // Those are an address that isn't invited, and a wrong password.
      // Those of an address are cut by the server's own limit of headers.
      if (readsQuery(calls[call])) continue
      if (call === 'inviteTeamMembers' || (call === 'login' && name === 'password')) continue
      const body = withText(call, name, oneLetter)
      const { text } = await client.refused(call, body, access)
      expect(text, `${name} of ${call}`).toBe(refusalOfLongText(call, name, body))
    }
  })

  test('a hundred thousand wrong entries are reported as one mistake', async () => {
    const { access } = await client.newAdmin()
    const emails = Array(480_000).fill(1)
    expect(await client.refused('inviteTeamMembers', { emails }, access)).toEqual({
      status: 400,
      text: 'The field "emails.0" is wrong or missing.',
    })
  })

  test('a bearer longer than any token is refused', async () => {
    const { access } = await client.newAdmin()
    for (const token of ['x'.repeat(longest.token), `${access}.${'x'.repeat(longest.token)}`]) {
      expect((await client.refused('getProfile', undefined, token)).status).toBe(401)
    }
  })
}
