import { expect, test } from 'vitest'
import { askForReset, mailsTo, onlyMailTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Client } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/target'

const minute = 60_000
const newPassword = 'another long password'
const usedOrExpired = {
  status: 422,
  text: 'This link was used or has expired. Please ask for a new one.',
}

export default function describePasswords(client: Client, { clock }: Target): void {
  const asked = (email: string) => askForReset(client, email)
  const reset = (reset_token: string, new_password = newPassword) =>
    client.succeed('resetPassword', { reset_token, new_password })
  const refusedToReset = (reset_token: string, new_password = newPassword) =>
    client.refused('resetPassword', { reset_token, new_password })

  /** Expects that of these passwords only the last one signs in. */
  async function expectPassword(email: string, passwords: string[]): Promise<void> {
    const attempts = passwords.map((password) => client.request('login', { email, password }))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses).toEqual([...Array(passwords.length - 1).fill(401), 200])
  }

  test('the link in a mail replaces a forgotten password', async () => {
    const { email, password } = await client.newAdmin()
    await client.succeed('forgotPassword', { email })

    const mail = await onlyMailTo(client, email)
    expect(mail.subject).toBe('Set a new password for Orglens')
    // The mailbox page shows instants, and tests sort by them.
    expect(mail.at).toBe(new Date(mail.at).toISOString())
    expect(mail.html).toMatch(/^<!doctype html>/)
    const token = tokenIn(mail, 'reset-password')
    expect(mail.text.split('\n')).toContain(`${client.api.origin}/reset-password/${token}`)
    expect(mail.html).toContain(`href="${client.api.origin}/reset-password/${token}"`)

    await expectPassword(email, [newPassword, password])
    await reset(token)
    await expectPassword(email, [password, newPassword])
    const [notice] = await mailsTo(client, email)
    expect(notice?.subject).toBe('The password of your Orglens account was changed')
  })

  test('a reset request gets the same answer whether or not the address has an account', async () => {
    const { email } = await client.newAdmin()
    const unknown = client.newAddress()
    const answers = []
    for (const address of [email, unknown]) {
      const response = await client.request('forgotPassword', { email: address })
      answers.push({ status: response.status, body: await response.json() })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.status).toBe(200)
    expect(await mailsTo(client, unknown)).toEqual([])
    expect(await mailsTo(client, email)).toHaveLength(1)
  })

  test('a link used ten times at the same moment works once', async () => {
    const { email, password } = await client.newAdmin()
    const reset_token = await asked(email)
    const wanted = Array.from({ length: 10 }, (_, index) => `new password ${index}`)
    const answers = await Promise.all(
      wanted.map((new_password) => client.request('resetPassword', { reset_token, new_password })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(422)])
    const lost = wanted.filter((_, index) => statuses[index] === 422)
    const kept = wanted.filter((one) => !lost.includes(one))
    await expectPassword(email, [password, ...lost, ...kept])
  })

  test('several reset links work side by side; using one voids them all', async () => {
    const { email, password } = await client.newAdmin()
    const own = await asked(email)
    for (const _stranger of [1, 2, 3]) await client.succeed('forgotPassword', { email })
    const tokens = (await mailsTo(client, email)).map((mail) => tokenIn(mail, 'reset-password'))
    expect(new Set(tokens).size).toBe(4)
    await reset(own)
    for (const token of tokens) {
      expect(await refusedToReset(token, 'a third password')).toEqual(usedOrExpired)
    }
    await expectPassword(email, [password, 'a third password', newPassword])
  })

  test('a reset ends every session of its user at once, and nobody else’s', async () => {
    const other = await client.newAdmin()
    const { email, password, access, refresh } = await client.newAdmin()
    const second = await client.succeed('login', { email, password })
    await reset(await asked(email))
    for (const session of [{ access, refresh }, second]) {
      const profile = await client.refused('getProfile', undefined, session.access)
      expect(profile).toEqual({ status: 401, text: 'Please sign in.' })
      const renewal = await client.refused('refreshToken', { refresh: session.refresh })
      expect(renewal.status).toBe(401)
    }
    await client.succeed('getProfile', undefined, other.access)
    await client.succeed('refreshToken', { refresh: other.refresh })
    const { access: fresh } = await client.succeed('login', { email, password: newPassword })
    await client.succeed('getProfile', undefined, fresh)
  })

  test('a link works with its token only', async () => {
    const { email, password, access, refresh } = await client.newAdmin()
    const invited = client.newAddress()
    await client.succeed('inviteTeamMembers', { emails: [invited] }, access)
    const invitation = tokenIn(await onlyMailTo(client, invited), 'invite')
    const token = await asked(email)
    const others = [invitation, access.slice(0, 200), refresh]
    for (const attempt of ['', token.slice(0, -1), `${token}x`, ...others]) {
      expect(await refusedToReset(attempt), attempt).toEqual(usedOrExpired)
    }
    expect((await client.refused('openInvitation', { invitation_token: token })).status).toBe(422)
    await expectPassword(email, [newPassword, password])
  })

  if (!clock) return

  test('a reset link is valid for an hour', async () => {
    const [soon, late] = [await client.newAdmin(), await client.newAdmin()]
    const [soonToken, lateToken] = [await asked(soon.email), await asked(late.email)]
    clock.advance(59 * minute)
    await reset(soonToken)
    clock.advance(2 * minute)
    expect(await refusedToReset(lateToken)).toEqual(usedOrExpired)
    await expectPassword(late.email, [newPassword, late.password])
  })
}
