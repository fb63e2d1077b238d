import { describe, expect, test } from 'vitest'
import { mailsTo, onlyMailTo } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

/** As long as one may be. */
const newPassword = 'another long password'.padEnd(200, '.')
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

export default function describeAccount(client: Client, { clock }: Target): void {
  const change = ({ password: current_password, access }: Admin) =>
    client.request('changePassword', { current_password, new_password: newPassword }, access)
  const sessionsOf = async ({ access }: Pick<Admin, 'access'>) =>
    (await client.succeed('getSessions', undefined, access)).sessions
  const isAlive = async ({ access }: Pick<Admin, 'access'>) =>
    (await client.request('getProfile', undefined, access)).status === 200

  /** Signs in as somebody again. @param userAgent of the browser that they do it in. */
  async function signIn({ email, password }: Admin, userAgent?: string): Promise<Admin> {
    const headers = userAgent ? { 'user-agent': userAgent } : {}
    const response = await client.request('login', { email, password }, undefined, headers)
    expect(response.status).toBe(200)
    return { email, password, organization: '', ...(await response.json()) }
  }

  describe('the password', () => {
    test('is changed with the current one; every other session ends, and a mail reports it', async () => {
      const admin = await client.newAdmin()
      const [here, elsewhere] = [await signIn(admin), await signIn(admin)]
      expect((await change(here)).status).toBe(204)
      const alive = await Promise.all([here, elsewhere, admin].map(isAlive))
      expect(alive).toEqual([true, false, false])
      const { email } = admin
      expect((await client.refused('login', { email, password: admin.password })).status).toBe(401)
      await client.succeed('login', { email, password: newPassword })
      const mail = await onlyMailTo(client, email)
      expect(mail.subject).toBe('The password of your Orglens account was changed')
      expect(mail.text).toMatch(/on \d+ \w+ \d{4}.* UTC, in this browser: Unknown browser/)
      expect(mail.text).toContain("choose 'Forgot password' where you sign in")
      expect(await client.actionsOf(here)).toContain('password-changed')
    })

    test('is refused if it is short, too long, or the same', async () => {
      const { password: current_password, access } = await client.newAdmin()
      for (const new_password of ['short', '🔑'.repeat(7), `${newPassword}.`, current_password]) {
        const body = { current_password, new_password }
        expect((await client.refused('changePassword', body, access)).status).toBe(422)
      }
    })

    if (clock) {
      test('counts wrong attempts like sign-ins, for every purpose', async () => {
        const admin = await client.newAdmin()
        const { call } = limitedApi(client)
        const guesses = ['changePassword', 'leave', 'exportAccount', 'updateProfile'] as const
        const bodyOf = (password: string) => ({
          password,
          current_password: password,
          new_password: newPassword,
          full_name: 'Ada',
          email: client.newAddress(),
        })
        const place = { from: '192.0.2.33', token: admin.access }
        for (let count = 0; count < 10; count += 1) {
          const name = guesses[count % 4] ?? 'leave'
          expect((await call(name, bodyOf(`wrong ${count}`), place)).status).toBe(422)
        }
        for (const name of guesses) {
          expect((await call(name, bodyOf(admin.password), place)).status, name).toBe(429)
        }
        const { email, password } = admin
        expect((await call('login', { email, password }, place)).status).toBe(429)
        expect((await call('login', { email, password }, { from: '192.0.2.34' })).status).toBe(200)
      })
    }
  })

  describe('sessions', () => {
    test('are ended one by one, or all others at once, by their user alone; the log counts them', async () => {
      const here = await client.newAdmin()
      const [one, two, three] = [await signIn(here, firefox), await signIn(here, safari), here]
      clock?.advance(1_000)
      await client.succeed('refreshToken', { refresh: one.refresh })
      const [current, last, first] = await sessionsOf(here)
      const shown = [current, last, first].map((session) => [session?.browser, session?.is_current])
      expect(shown).toEqual([
        ['Unknown browser', true],
        ['Firefox on Windows', false],
        ['Safari on iOS', false],
      ])
      expect(first?.last_active_at).toBe(first?.signed_in_at)
      await client.succeed('endSession', { session_id: last?.session_id }, here.access)
      const alive = async () => Promise.all([one, two, three].map(isAlive))
      expect(await alive()).toEqual([false, true, true])
      await client.succeed('endOtherSessions', undefined, here.access)
      expect(await alive()).toEqual([false, false, true])
      const stranger = await client.newAdmin()
      for (const session_id of [(await sessionsOf(here))[0]?.session_id, 'nobody’s']) {
        const refused = await client.refused('endSession', { session_id }, stranger.access)
        expect(refused.status).toBe(404)
      }
      expect((await client.refused('refreshToken', { refresh: one.refresh })).status).toBe(401)
      // Nothing is left to end: nothing is told.
      await client.succeed('endOtherSessions', undefined, here.access)
      const told = (await client.logOf(here)).filter(({ action }) => action === 'sessions-ended')
      expect(told.map(({ details }) => details)).toEqual([{ count: 1 }, { count: 1 }])
    })
  })

  describe('a sign-in from an unknown browser', () => {
    const subject = 'New sign-in to your Orglens account'

    test('is mailed and logged, except the first one, and one from a known browser', async () => {
      const signup = client.newSignup()
      await client.succeed('signup', signup)
      const first = await signIn({ ...signup, access: '', refresh: '' }, firefox)
      await signIn(first, firefox)
      expect(await mailsTo(client, first.email)).toEqual([])
      expect(await client.actionsOf(first)).toEqual(['signed-up'])
      await signIn(first, safari)
      const mail = await onlyMailTo(client, first.email)
      expect(mail.subject).toBe(subject)
      expect(mail.text).toContain('in this browser: Safari on iOS')
      const [entry] = await client.logOf(first)
      expect([entry?.action, entry?.details]).toEqual(['signed-in', { browser: 'Safari on iOS' }])
      await signIn(first, safari)
      expect(await mailsTo(client, first.email)).toHaveLength(1)
      expect(await client.actionsOf(first)).toEqual(['signed-in', 'signed-up'])
    })
  })
}
