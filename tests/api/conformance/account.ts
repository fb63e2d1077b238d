import { expect, test } from 'vitest'
import { second } from '../../../server/lib/time'
import { askForReset, mailsTo, onlyMailTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/targets'

/** As long as one may be. */
const newPassword = '🔑'.repeat(200)
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

export default function describeAccount(client: Client, { clock }: Target): void {
  const statusesOf = (...sessions: { access: string }[]) =>
    Promise.all(sessions.map(({ access }) => client.statusOf('getProfile', undefined, access)))

  async function signIn({ email, password }: Pick<Admin, 'email' | 'password'>, userAgent = '') {
    const headers = { 'user-agent': userAgent }
    const response = await client.request('login', { email, password }, undefined, headers)
    return (await response.json()) as Pick<Admin, 'access' | 'refresh'>
  }

  test('the password is changed with the current one; links and every other session end, and a mail reports it', async () => {
    const admin = await client.newAdmin()
    const [here, elsewhere] = [await signIn(admin), await signIn(admin)]
    const { email, password } = admin
    const reset_token = await askForReset(client, email)
    const refused = ['short', '🔑'.repeat(7), `${newPassword}.`, password]
    for (const [status, wanted] of [...refused.map((one) => [422, one]), [204, newPassword]]) {
      const body = { current_password: password, new_password: wanted }
      expect(await client.statusOf('changePassword', body, here.access)).toBe(status)
    }
    expect(await statusesOf(here, elsewhere, admin)).toEqual([200, 401, 401])
    expect(await client.statusOf('login', { email, password })).toBe(401)
    await client.succeed('login', { email, password: newPassword })
    const link = { reset_token, new_password: 'a third password' }
    expect(await client.statusOf('resetPassword', link)).toBe(422)
    const [mail] = await mailsTo(client, email)
    expect(mail?.subject).toBe('The password of your Orglens account was changed')
    expect(mail?.text).toMatch(/on \d+ \w+ \d{4}.* UTC, in this browser: Unknown browser/)
    expect(mail?.text).toContain("choose 'Forgot password' where you sign in")
    expect(await client.actionsOf(here)).toContain('password-changed')
  })

  test('sessions are ended one by one, or all others at once, by their user alone; the log counts them', async () => {
    const here = await client.newAdmin()
    const [one, two] = [await signIn(here, firefox), await signIn(here, safari)]
    const list = async () => (await client.succeed('getSessions', undefined, here.access)).sessions
    clock.advance(second)
    await client.succeed('refreshToken', { refresh: one.refresh })
    const [current, last, first] = await list()
    expect([current, last, first]).toMatchObject([
      { browser: 'Unknown browser', is_current: true },
      { browser: 'Firefox on Windows', is_current: false },
      { browser: 'Safari on iOS', is_current: false, last_active_at: first?.signed_in_at },
    ])
    const stranger = await client.newAdmin()
    for (const session_id of [current?.session_id, 'nobody’s']) {
      expect(await client.statusOf('endSession', { session_id }, stranger.access)).toBe(404)
    }
    await client.succeed('endSession', { session_id: last?.session_id }, here.access)
    expect(await statusesOf(one, two, here)).toEqual([401, 200, 200])
    await client.succeed('endOtherSessions', undefined, here.access)
    expect(await statusesOf(one, two, here)).toEqual([401, 401, 200])
    expect(await client.statusOf('refreshToken', { refresh: one.refresh })).toBe(401)
    // Ending one's own is logging out.
    await client.succeed('endSession', { session_id: current?.session_id }, here.access)
    expect(await statusesOf(here)).toEqual([401])
    const told = await client.logOf(await signIn(here), { action: 'sessions-ended' })
    expect(told.map(({ details }) => details)).toEqual([{ count: 1 }, { count: 1 }])
  })

  test('a sign-in from an unknown browser is mailed and logged, except the first one', async () => {
    const signup = client.newSignup()
    await client.succeed('signup', signup)
    const first = await signIn(signup, firefox)
    await signIn(signup, firefox)
    expect(await mailsTo(client, signup.email)).toEqual([])
    expect(await client.actionsOf(first)).toEqual(['signed-up'])
    for (const _known of [1, 2]) await signIn(signup, safari)
    const mail = await onlyMailTo(client, signup.email)
    expect(mail.subject).toBe('New sign-in to your Orglens account')
    expect(mail.text).toContain('in this browser: Safari on iOS')
    expect(await client.logOf(first)).toMatchObject([
      { action: 'signed-in', details: { browser: 'Safari on iOS' } },
      { action: 'signed-up' },
    ])
  })
}
