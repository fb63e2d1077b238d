import { beforeEach, describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import type { Services } from '../../server/api/services'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'
import { type Admin, createClient } from '../support/conformance/client'
import { passkeyUsers } from '../support/conformance/passkeys'
import { credentials } from '../support/conformance/secured'
import { silentLog } from './sql-store-examples'

const day = 24 * 3_600_000

/** `TWO_FACTOR=admins`, which a passkey of the site's own domain satisfies. */
describe('where admins must have a second factor, a passkey', () => {
  let services: Services
  let app: ReturnType<typeof createApp>
  let admin: Admin
  let passed = 0
  const client = createClient({
    fetch: async (request) => await app.fetch(request),
    origin: 'http://app.orglens.test',
    stop: async () => {},
  })
  const { addPasskey, newDevice, passkeysOf, proofOf, refusalOf, assertionOf, signIn } =
    passkeyUsers(client)
  const dueIn = async (access: string) =>
    (await client.succeed('getProfile', undefined, access)).second_factor_due_in ?? null
  const askedAtSignIn = (user: Admin) => client.wholeRefusal('login', credentials(user))

  beforeEach(async () => {
    passed = 0
    const now = () => new Date(Date.now() + passed)
    services = createMockServices(emptyMemoryData(), silentLog, now, 'http://app.orglens.test')
    services.twoFactor = { ...services.twoFactor, mode: 'admins' }
    app = createApp(services)
    admin = await client.newAdmin()
  })

  test('is enough, also when the time is over, and then the password alone is not', async () => {
    expect(await dueIn(admin.access)).toBeGreaterThan(0)
    passed = 8 * day
    const { access } = await client.succeed('login', credentials(admin))
    expect(await dueIn(access)).toBe(0)
    const device = await addPasskey({ ...admin, access })
    expect(await dueIn(access)).toBeNull()
    expect(await askedAtSignIn(admin)).toMatchObject({
      error: expect.stringMatching(/^Please sign in with your passkey\./),
      code: 'passkey_required',
    })
    const wrong = { ...credentials(admin), password: 'x' }
    expect((await client.refused('login', wrong)).status).toBe(401)
    expect(await dueIn((await signIn(device)).access)).toBeNull()
  })

  test('of another domain asks nobody: they sign in by password, and have seven days', async () => {
    const device = await addPasskey(admin)
    services.passkeyDomain = 'orglens.test'
    const { access } = await client.succeed('login', credentials(admin))
    expect(await dueIn(access)).toBeGreaterThan((7 * day) / 1000 - 60)
    const [moved] = await passkeysOf(access)
    expect(moved?.domain).toBe('app.orglens.test')
    expect(await refusalOf(await assertionOf(device))).not.toHaveProperty('unknown')
    const here = await addPasskey({ ...admin, access }, newDevice())
    await signIn(here)
    // And back again.
    services.passkeyDomain = undefined
    passed = 8 * day
    expect(await dueIn((await signIn(device)).access)).toBeNull()
  })

  test('that was the last one asks for another at once, unless there is a code', async () => {
    const device = await addPasskey(admin)
    const { access } = await signIn(device)
    const [{ passkey_id = '' } = {}] = await passkeysOf(access)
    const passkey_proof = await proofOf(device, access)
    const body = { passkey_id, password: admin.password, passkey_proof }
    await client.succeed('removePasskey', body, access)
    expect(await dueIn(access)).toBe(0)
  })
})
