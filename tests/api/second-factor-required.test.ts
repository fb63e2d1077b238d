import { beforeEach, describe, expect, test } from 'vitest'
import { twoFactorCalls } from '../../contract/two-factor'
import { createMockServices } from '../../mocks/mock-api'
import type { Services } from '../../server/api/services'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'
import { createSecretBox } from '../../server/two-factor/secret-box'
import { callsFor, callTable } from '../support/call-table'
import { createBuyer } from '../support/conformance/buyer'
import { mailsTo, tokenIn } from '../support/conformance/captured-mails'
import { type Admin, createClient, refusalOf } from '../support/conformance/client'
import { examples } from '../support/conformance/examples'
import { passkeyUsers } from '../support/conformance/passkeys'
import { credentials, secondFactors } from '../support/conformance/secured'
import { silentLog } from './sql-store-examples'

const day = 24 * 3_600_000
const nearlySevenDays = (7 * day) / 1000 - 60

/** `TWO_FACTOR=admins`; what the stores have to do with it, `conformance/two-factor.ts` holds. */
describe('admins must have a second factor', () => {
  let services: Services
  let app: ReturnType<typeof createApp>
  let admin: Admin
  let passed = 0
  const origin = 'http://app.orglens.test'
  const client = createClient({ fetch: async (request) => await app.fetch(request), origin })

  const now = () => Date.now() + passed
  const { newProven, secure } = secondFactors(client, now)
  const signIn = async (user: Admin, one_time_code?: string) =>
    (await client.succeed('login', { ...credentials(user), one_time_code })).access
  const dueIn = async (access: string) =>
    (await client.succeed('getProfile', undefined, access)).second_factor_due_in ?? null
  const setMode = (mode: Services['twoFactor']['mode']) => {
    services.twoFactor = { ...services.twoFactor, mode }
  }

  beforeEach(async () => {
    passed = 0
    services = createMockServices(emptyMemoryData(), silentLog, () => new Date(now()), origin)
    setMode('admins')
    app = createApp(services)
    admin = await client.newAdmin()
  })

  test('without one they get seven days from their first sign-in, then only the calls to set one up', async () => {
    expect(await dueIn(admin.access)).toBeGreaterThan(nearlySevenDays)
    await createBuyer(client, admin.access).subscribe('plan_growth_monthly_usd')
    passed = 5 * day
    // Another sign-in gives no more time.
    expect(await dueIn(await signIn(admin))).toBeLessThanOrEqual((2 * day) / 1000)
    passed = 7 * day + 1000
    const over = await signIn(admin)
    expect(await client.succeed('getProfile', undefined, over)).toMatchObject({
      email: admin.email,
      is_subscribed: false,
      second_factor_due_in: 0,
      organization: { subscription_plan: null, dashboards: [], org_iframe: null },
    })
    for (const name of callsFor('member', 'admin')) {
      const answer = await client.request(name, examples[name], over)
      const text = answer.status === 403 && (await answer.json()).error
      const refusal = 'You must use two-factor authentication here. Please set it up first.'
      expect(text, name).toBe(callTable[name].beforeSecondFactor ? false : refusal)
    }
    const asked = { state: 'off', required: true }
    expect(await client.succeed('getTwoFactor', undefined, over)).toMatchObject(asked)
    const { codes } = await secure({ ...admin, access: over })
    expect(await dueIn(over)).toBeNull()
    expect(await createBuyer(client, over).plan()).toHaveProperty('payment_method')
    // Without it again, there is no more time.
    await client.succeed('removeTwoFactor', { password: admin.password, code: codes[0] }, over)
    expect(await dueIn(over)).toBe(0)
  })

  test('without that setting nobody is reminded, and with second factors off nobody is asked', async () => {
    await secure(admin)
    setMode('off')
    const off = await signIn(admin)
    expect(await dueIn(off)).toBeNull()
    const { members } = await client.succeed('getTeam', undefined, off)
    expect(members[0]).not.toHaveProperty('has_second_factor')
    await client.succeed('beginPasskey', { password: admin.password }, off)
    for (const name of Object.keys(twoFactorCalls) as (keyof typeof twoFactorCalls)[]) {
      const { password } = admin
      const body = { password, code: '123456', member_id: members[0]?.member_id }
      expect((await client.refused(name, body, off)).status, name).toBe(404)
    }
    setMode('on')
    expect((await client.refused('login', credentials(admin))).status).toBe(422)
  })

  test('whose app goes by the link of its mail need another one at once', async () => {
    const user = await newProven()
    await secure(user)
    const mails = await mailsTo(client, user.email)
    const setUp = mails.find(({ subject }) => subject.startsWith('Two-factor authentication was'))
    const password = 'another long password'
    const reset = { reset_token: tokenIn(setUp, 'reset-password'), new_password: password }
    await client.succeed('resetPassword', reset)
    expect(await dueIn(await signIn({ ...user, password }))).toBe(0)
  })

  test('an organisation may ask more people for one than the site does, and no fewer', async () => {
    const { user, codes } = await secure(admin)
    const setRule = (required: string, one_time_code?: string) =>
      client.request('changeSecondFactorRule', { required, one_time_code }, user.access)
    expect((await setRule('everybody')).status).toBe(204)
    const rule = { second_factor: 'everybody', second_factor_least: 'admins' }
    expect(await client.succeed('getOrganisation', undefined, user.access)).toMatchObject(rule)
    expect(await refusalOf(await setRule('nobody', codes[0]))).toEqual({
      status: 422,
      text: 'This site requires it for admins.',
    })
  })

  const setKeys = (key: string, earlier?: string) => {
    services.twoFactor = { mode: 'on', secrets: createSecretBox(key, earlier) }
  }

  test('whose key is lost is told that a recovery code works, and can set an app up anew', async () => {
    const { phone, codes } = await secure(admin)
    setKeys('another key than the lost one')
    passed = 30_000
    const body = { ...credentials(admin), one_time_code: phone.next() }
    const text = expect.stringContaining('Please use a recovery code.')
    expect(await client.refused('login', body)).toEqual({ status: 422, text })
    const access = await signIn(admin, codes[0])
    await client.succeed('removeTwoFactor', { password: admin.password, code: codes[1] }, access)
    await secure({ ...admin, access })
  })

  test('keep their app when the key changes: the next code encrypts its secret anew', async () => {
    setKeys('the first key of this site')
    const { phone } = await secure(admin)
    for (const earlier of ['the first key of this site', undefined]) {
      setKeys('the second key of this site', earlier)
      passed += 30_000
      await signIn(admin, phone.next())
    }
  })

  describe('of which a passkey', () => {
    const { addPasskey, newDevice, passkeysOf, proofOf, assertionOf, ...passkeys } =
      passkeyUsers(client)

    test('is enough, also when the time is over, and then the password alone is not', async () => {
      expect(await dueIn(admin.access)).toBeGreaterThan(0)
      passed = 8 * day
      const access = await signIn(admin)
      // An app that is only begun is none.
      await client.succeed('beginTwoFactor', { password: admin.password }, access)
      expect(await dueIn(access)).toBe(0)
      const device = await addPasskey({ ...admin, access })
      expect(await dueIn(access)).toBeNull()
      expect(await client.wholeRefusal('login', credentials(admin))).toMatchObject({
        error: expect.stringMatching(/^Please sign in with your passkey\./),
        code: 'passkey_required',
      })
      const wrong = { ...credentials(admin), password: 'x' }
      expect((await client.refused('login', wrong)).status).toBe(401)
      expect(await dueIn((await passkeys.signIn(device)).access)).toBeNull()
      // What was begun with the secret before goes on while that one is accepted, too.
      const { access: former } = await passkeys.signIn(device)
      const begun = await assertionOf(device)
      services.alsoAcceptedSecret = services.accessTokenSecret
      services.accessTokenSecret = 'another secret of at least 32 bytes'
      await client.succeed('signInWithPasskey', begun)
      expect(await dueIn(former)).toBeNull()
      services.alsoAcceptedSecret = undefined
      expect((await client.refused('getProfile', undefined, former)).status).toBe(401)
    })

    test('of another domain asks nobody: they sign in by password, and have seven days', async () => {
      const device = await addPasskey(admin)
      services.passkeyDomain = 'orglens.test'
      const access = await signIn(admin)
      expect(await dueIn(access)).toBeGreaterThan(nearlySevenDays)
      const [moved] = await passkeysOf(access)
      expect(moved?.domain).toBe('app.orglens.test')
      const { options } = await client.succeed('beginPasskeyProof', undefined, access)
      expect(options).not.toHaveProperty('allowCredentials')
      expect(await passkeys.refusalOf(await assertionOf(device))).not.toHaveProperty('unknown')
      await passkeys.signIn(await addPasskey({ ...admin, access }, newDevice()))
    })

    test('that was the last one asks for another at once, unless there is a code', async () => {
      const device = await addPasskey(admin)
      const { access } = await passkeys.signIn(device)
      const [{ passkey_id = '' } = {}] = await passkeysOf(access)
      const unproven = { passkey_id, password: admin.password }
      expect(await client.wholeRefusal('removePasskey', unproven, access)).toMatchObject({
        status: 422,
        code: 'passkey_required',
      })
      const body = { ...unproven, passkey_proof: await proofOf(device, access) }
      await client.succeed('removePasskey', body, access)
      expect(await dueIn(access)).toBe(0)
    })
  })
})
