import { expect, test } from 'vitest'
import { demoAdmin, demoPassword } from '../../../server/demo/demo'
import { day, minute } from '../../../server/lib/time'
import type { Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import { limitedApi } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/targets'

export default function describeSessions(client: Client, { clock, overSocket }: Target): void {
  const statusAs = (access: string) => client.statusOf('getProfile', undefined, access)

  test('signing in reports an unknown address and a wrong password', async () => {
    expect(await client.refused('login', examples.login)).toEqual({
      status: 404,
      text: 'User not found with this email.',
    })
    for (const password of ['', demoPassword.toUpperCase(), 'x'.repeat(9_999)]) {
      const refusal = await client.refused('login', { email: demoAdmin.email, password })
      expect(refusal).toEqual({ status: 401, text: 'Entered password is incorrect.' })
    }
  })

  test('logging out ends its session at once, access tokens included, and no other', async () => {
    const { email, password, access, refresh } = await client.newAdmin()
    const other = await client.succeed('login', { email, password })
    for (const token of [refresh, refresh, 'of-nobody']) {
      await client.succeed('logout', { refresh: token })
    }
    expect(await statusAs(access)).toBe(401)
    // It doesn't say that the account was deleted.
    for (const token of [refresh, 'of-nobody', access]) {
      expect(await client.wholeRefusal('refreshToken', { refresh: token })).toMatchObject({
        status: 401,
        error: 'Your session has expired. Please sign in again.',
        code: 'signed_out',
      })
    }
    expect(await statusAs(other.access)).toBe(200)
    await client.succeed('refreshToken', { refresh: other.refresh })
  })

  test('of several people who call at the same moment, each sees their own profile, and one who signed out none', async () => {
    const left = await client.newAdmin()
    const others = [await client.newAdmin(), await client.newAdmin()]
    await client.succeed('logout', { refresh: left.refresh })
    const refused = statusAs(left.access)
    const profiles = others.map(({ access }) => client.succeed('getProfile', undefined, access))
    expect(await refused).toBe(401)
    expect(await Promise.all(profiles)).toMatchObject(others.map(({ email }) => ({ email })))
  })

  if (overSocket) return

  test('an access token is valid for fifteen minutes, and can be renewed', async () => {
    const { access, refresh } = await client.newAdmin()
    clock.advance(14 * minute)
    expect(await statusAs(access)).toBe(200)
    clock.advance(2 * minute)
    expect(await statusAs(access)).toBe(401)
    const renewed = await client.succeed('refreshToken', { refresh })
    expect(await statusAs(renewed.access)).toBe(200)
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
