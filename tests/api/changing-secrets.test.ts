import { expect, inject, test } from 'vitest'
import { createDatabase } from '../support/postgresql'
import { demoHostForTest, type Host } from '../support/running-host'

const oldSecret = 'the old secret, which signed so far'
const newSecret = 'the new secret, which signs from now'

/** @returns the status that a profile is answered with. */
const profileAt = async (host: Host, token: string) =>
  (await host.call('getProfile', undefined, token)).status

test('a rolling restart with a new secret refuses no call, and signs nobody out', async () => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const start = (ACCESS_TOKEN_SECRET: string, also?: string) => {
    const accepted = also === undefined ? {} : { ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: also }
    return demoHostForTest({ DATABASE_URL, ACCESS_TOKEN_SECRET, ...accepted })
  }
  const before = await start(oldSecret)
  const { access, refresh } = await before.signInAdmin()

  // As docs/operating.md says: first all accept the new one, then all sign with it.
  const prepared = await start(oldSecret, newSecret)
  const changed = await start(newSecret, oldSecret)
  expect(await profileAt(prepared, access)).toBe(200)
  expect(await profileAt(changed, access)).toBe(200)
  const renewed = await (await changed.call('refreshToken', { refresh })).json()
  expect(await profileAt(changed, renewed.access)).toBe(200)
  expect(await profileAt(prepared, renewed.access)).toBe(200)
  // A server one step behind doesn't know it.
  expect(await profileAt(before, renewed.access)).toBe(401)

  const after = await start(newSecret)
  expect(await profileAt(after, renewed.access)).toBe(200)
  expect(await profileAt(after, access)).toBe(401)
  const again = await after.call('refreshToken', { refresh })
  expect(again.status).toBe(200)
  expect(await profileAt(after, (await again.json()).access)).toBe(200)
})
