import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import { longest } from '../../../contract/text'
import { demoAdmin } from '../../../server/demo/demo'
import type { Admin, Client } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/target'
import { textFields, withText } from '../../support/conformance/text-fields'

/** Each nearly as long as a body may be, and dear to normalise, to encode or to match. */
const nasty: Record<string, string> = {
  'marks that combine': `a${'\u0316\u0301'.repeat(240_000)}`,
  'an international domain': `ada@${'\u4e00\u9fa5'.repeat(160_000)}.test`,
  'labels of a domain': `ada@${'a-.'.repeat(320_000)}`,
  'dots and signs': `${'a.'.repeat(480_000)}@`,
  spaces: `${' '.repeat(900_000)}x`,
  hyphens: `x${'-'.repeat(900_000)}x`,
}

const oneLetter = 'x'.repeat(1_000_000)

/** Each field with one of them; that its text is measured first, `tests/unit/long-texts.test.ts` holds. */
const nastyFields = textFields.map(({ call, name }, index) => {
  const kinds = Object.entries(nasty)
  const [what = '', text = ''] = kinds[index % kinds.length] ?? []
  return { call, name, what, text }
})

/** @returns the contract's own words where it has some, otherwise the field and its length. */
function refusalOfLongText(call: CallName, name: string, body: unknown): string {
  const { request } = calls[call]
  const { issues = [] } = request ? v.safeParse(request, body) : {}
  const [issue] = issues
  if (issue?.type !== 'max_length') throw new Error(`${name} of ${call} has no longest length`)
  return issue.message || `The field "${name}" may have at most ${issue.requirement} characters.`
}

/** A text that is too long is refused, whatever is in it and whichever field it is in. */
export default function describeLongTexts(client: Client, { onlyStore, overSocket }: Target): void {
  // Texts are measured by the contract, wherever it runs.
  if (onlyStore || overSocket) return

  describe('a text of nearly 1 MB', () => {
    let admin: Admin | undefined

    /** One admin for all: none of these calls changes anything. */
    async function getAdmin(): Promise<Admin> {
      admin ??= await client.newAdmin()
      return admin
    }

    beforeAll(() => getAdmin())

    test.each(nastyFields)(
      'a text of nearly 1 MB is refused as $name of $call ($what)',
      async ({ call, name, text }) => {
        const { access } = await getAdmin()
        const body = withText(call, name, text)
        if (call === 'inviteTeamMembers') {
          const { message } = await client.succeed(call, body, access)
          expect(message).toMatch(
            /^No invitations sent. Excluded: .{1,100} \(not a valid address\).$/u,
          )
          return
        }
        // A password that no account can have is a wrong one.
        const isWrongPassword = call === 'login' && name === 'password'
        const { email } = demoAdmin
        const sent = isWrongPassword ? { email, password: text } : body
        const { status } = await client.refused(call, sent, access)
        expect(status).toBe(isWrongPassword ? 401 : 422)
      },
    )

    test('the refusal of a long text names the field and its limit', async () => {
      const { access } = await getAdmin()
      for (const { call, name } of textFields) {
        if (call === 'inviteTeamMembers' || (call === 'login' && name === 'password')) continue
        const body = withText(call, name, oneLetter)
        const { text } = await client.refused(call, body, access)
        expect(text, `${name} of ${call}`).toBe(refusalOfLongText(call, name, body))
      }
    })

    test('a long text among invitations excludes only itself', async () => {
      const { access } = await getAdmin()
      const emails = [`${client.unique('invited')}@example.test`, nasty['labels of a domain']]
      const { message } = await client.succeed('inviteTeamMembers', { emails }, access)
      expect(message).toMatch(
        /^1 invitation sent\. Excluded: ada@(a-\.)+a?-?… \(not a valid address\)\.$/,
      )
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

  test('a bearer longer than any token is refused', async () => {
    const { access } = await client.newAdmin()
    for (const token of ['x'.repeat(longest.token), `${access}.${'x'.repeat(longest.token)}`]) {
      expect((await client.refused('getProfile', undefined, token)).status).toBe(401)
    }
  })
}
