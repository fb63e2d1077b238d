import { expect, test } from 'vitest'
import { demoAdmin, demoPassword } from '../../../server/demo/demo'
import { day, minute } from '../../../server/lib/time'
import type { Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

export default function describeSessions(client: Client, { clock }: Target): void {
  test('signing in reports an unknown address', async () => {
    const refusal = await client.refused('login', examples.login)
    expect(refusal).toEqual({ status: 404, text: 'User not found with this email.' })
  })

  test('signing in reports a wrong password', async () => {
    for (const password of ['', demoPassword.toUpperCase(), 'x'.repeat(9_999)]) {
      const refusal = await client.refused('login', { email: demoAdmin.email, password })
      expect(refusal).toEqual({ status: 401, text: 'Entered password is incorrect.' })
    }
  })

  test('a refusal says that the account was deleted only where it was', async () => {
    const { access, refresh } = await client.newAdmin()
    await client.succeed('logout', { refresh })
    for (const token of [refresh, 'of-nobody', access]) {
      const refusal = await client.wholeRefusal('refreshToken', { refresh: token })
      const text = 'Your session has expired. Please sign in again.'
      expect(refusal).toEqual({ status: 401, error: text, message: text, code: 'signed_out' })
    }
  })

  test('logging out ends its session at once, access tokens included, and no other', async () => {
    const { email, password, access, refresh } = await client.newAdmin()
    const other = await client.succeed('login', { email, password })
    for (const token of [refresh, refresh, 'of-nobody']) {
      await client.succeed('logout', { refresh: token })
    }
    expect((await client.refused('getProfile', undefined, access)).status).toBe(401)
    expect((await client.refused('refreshToken', { refresh })).status).toBe(401)
    await client.succeed('getProfile', undefined, other.access)
    await client.succeed('refreshToken', { refresh: other.refresh })
  })

  test('of several people who call at the same moment, each sees their own profile, and one who signed out none', async () => {
    const people = [await client.newAdmin(), await client.newAdmin(), await client.newAdmin()]
    const [left, ...others] = people as [(typeof people)[0], ...typeof people]
    await client.succeed('logout', { refresh: left.refresh })
    const refusal = client.refused('getProfile', undefined, left.access)
    const profiles = [...others, ...others].map(({ access }) =>
      client.succeed('getProfile', undefined, access),
    )
    expect((await refusal).status).toBe(401)
    const emails = (await Promise.all(profiles)).map(({ email }) => email)
    expect(emails).toEqual([...others, ...others].map(({ email }) => email))
  })

  if (!clock) return

  test('an access token is valid for fifteen minutes, and can be renewed', async () => {
    const { access, refresh } = await client.newAdmin()
    clock.advance(14 * minute)
    await client.succeed('getProfile', undefined, access)
    clock.advance(2 * minute)
    expect(await client.refused('getProfile', undefined, access)).toEqual({
      status: 401,
      text: 'Please sign in.',
    })
    const renewed = await client.succeed('refreshToken', { refresh })
    await client.succeed('getProfile', undefined, renewed.access)
  })

  test('a refresh token is valid for thirty days', async () => {
    const { refresh } = await client.newAdmin()
    // Without the work of all other organisations, which would be due by then.
    const { call } = limitedApi(client)
    clock.advance(30 * day - minute)
    const renewed = await call('refreshToken', { refresh })
    expect(renewed.status).toBe(200)
    const { access } = await renewed.json()
    clock.advance(2 * minute)
    expect((await call('refreshToken', { refresh })).status).toBe(401)
    // The session is over, and with it what was left of the access token's time.
    expect((await call('updateProfile', {}, { token: access })).status).toBe(401)
  })
}
