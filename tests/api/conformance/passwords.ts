import { expect, test } from 'vitest'
import { minute } from '../../../server/lib/time'
import { askForReset, mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Client } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/targets'

const newPassword = 'another long password'

export default function describePasswords(client: Client, { clock }: Target): void {
  async function expectVoid(reset_token: string): Promise<void> {
    const body = { reset_token, new_password: 'a third password' }
    expect(await client.refused('resetPassword', body), reset_token).toEqual({
      status: 422,
      text: 'This link was used or has expired. Please ask for a new one.',
    })
  }

  /** Expects that of these passwords only the last one signs in. */
  async function expectPassword(email: string, passwords: string[]): Promise<void> {
    const attempts = passwords.map((password) => client.statusOf('login', { email, password }))
    expect(await Promise.all(attempts)).toEqual([...Array(passwords.length - 1).fill(401), 200])
  }

  test('the link in a mail replaces a forgotten password, voids all links, and ends every session of its user', async () => {
    const other = await client.newAdmin()
    const { email, password, ...first } = await client.newAdmin()
    const second = await client.succeed('login', { email, password })
    const own = await askForReset(client, email)
    await client.succeed('forgotPassword', { email })
    const mails = await mailsTo(client, email)
    const tokens = mails.map((mail) => tokenIn(mail, 'reset-password'))
    expect(new Set(tokens).size).toBe(2)
    expect(mails[0]?.text).toContain(`\n${client.api.origin}/reset-password/${tokens[0]}\n`)
    await expectPassword(email, [newPassword, password])
    const body = { reset_token: own, new_password: newPassword }
    await client.request('resetPassword', body, undefined, { 'user-agent': 'Firefox/149.0' })
    for (const token of tokens) await expectVoid(token)
    await expectPassword(email, [password, newPassword])
    const [told] = await mailsTo(client, email)
    expect(told?.subject).toBe('The password of your Orglens account was changed')
    expect(told?.text).toContain('in this browser: Firefox, ')
    for (const { access, refresh } of [first, second]) {
      expect(await client.statusOf('getProfile', undefined, access)).toBe(401)
      expect(await client.statusOf('refreshToken', { refresh })).toBe(401)
    }
    await client.succeed('getProfile', undefined, other.access)
    await client.succeed('refreshToken', { refresh: other.refresh })
  })

  test('a reset request gets the same answer whether or not the address has an account', async () => {
    const known = (await client.newAdmin()).email
    const unknown = client.newAddress()
    const answer = await client.succeed('forgotPassword', { email: known })
    expect(await client.succeed('forgotPassword', { email: unknown })).toEqual(answer)
    expect(await mailsTo(client, unknown)).toEqual([])
    expect(await mailsTo(client, known)).toHaveLength(1)
  })

  test('a link used three times at the same moment works once', async () => {
    const { email } = await client.newAdmin()
    const reset_token = await askForReset(client, email)
    const bodies = [1, 2, 3].map((nth) => ({ reset_token, new_password: `new password ${nth}` }))
    const statuses = await Promise.all(bodies.map((body) => client.statusOf('resetPassword', body)))
    expect(statuses.sort()).toEqual([200, 422, 422])
  })

  test('a link works with its token only, for an hour', async () => {
    const { email, access, refresh } = await client.newAdmin()
    const [invited, late] = [client.newAddress(), await client.newAdmin()]
    await client.succeed('inviteTeamMembers', { emails: [invited] }, access)
    const invitation = tokenIn((await mailsTo(client, invited))[0], 'invite')
    const token = await askForReset(client, email)
    const lateToken = await askForReset(client, late.email)
    for (const wrong of ['', `${token}x`, invitation, refresh]) await expectVoid(wrong)
    expect(await client.statusOf('openInvitation', { invitation_token: token })).toBe(422)
    clock.advance(59 * minute)
    await client.succeed('resetPassword', { reset_token: token, new_password: newPassword })
    clock.advance(2 * minute)
    await expectVoid(lateToken)
    await expectPassword(late.email, [newPassword, late.password])
  })
}
