import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'
import type { Organisation, User } from '../../server/people/tables'
import type { Services } from '../../server/services'
import { above } from '../../server/store/change'
import { tokenHash } from '../../server/tokens'
import { codeAt } from '../../server/two-factor/one-time-codes'
import { createSecretBox } from '../../server/two-factor/secret-box'
import { createBuyer } from '../support/conformance/buyer'
import { type Client, createClient, refusalOf } from '../support/conformance/client'
import { memoryAndSql } from '../support/every-store'
import type { TestStore } from '../support/test-store'
import { founding, silentLog, userOf } from './sql-store-examples'

const day = 24 * 3_600_000
const password = 'a long password'

/** `TWO_FACTOR=admins`. */
describe.each(memoryAndSql)('admins must have a second factor, in %s', (name, open) => {
  let store: TestStore
  let services: Services
  let client: Client
  let organisation: Organisation
  let admin: User
  let passed = 0
  let organisations = 0

  const clock = () => new Date(Date.now() + passed)
  const signIn = async ({ email }: User, one_time_code?: string) =>
    (await client.succeed('login', { email, password, one_time_code })).access
  const dueIn = async (token: string) =>
    (await client.succeed('getProfile', undefined, token)).second_factor_due_in ?? null

  beforeAll(async () => {
    store = await open()
    services = createMockServices(emptyMemoryData(), silentLog, clock, 'http://orglens.test', store)
    services.twoFactor = { ...services.twoFactor, mode: 'admins' }
    const app = createApp(services)
    client = createClient({
      fetch: async (request) => await app.fetch(request),
      origin: 'http://orglens.test',
      stop: async () => {},
    })
  })

  beforeEach(async () => {
    passed = 0
    services.twoFactor = { ...services.twoFactor, mode: 'admins' }
    organisations += 1
    const name = `required-${organisations}`
    const passwordHash = await services.passwords.hash(password)
    const [founded, founder] = founding(name, `admin@${name}.test`)
    organisation = founded
    admin = { ...founder, passwordHash }
    await store.createOrganisation(organisation, admin)
  })

  afterAll(() => store.close())

  async function addMember(): Promise<User> {
    const passwordHash = await services.passwords.hash(password)
    const member = { ...userOf(organisation, `member@${organisation.slug}.test`), passwordHash }
    await store.addUser(member)
    return member
  }

  /** Sets it up. @returns the secret, and the recovery codes. */
  async function setUp(access: string) {
    const { secret } = await client.succeed('beginTwoFactor', { password }, access)
    const code = codeAt(secret, clock())
    const { recovery_codes } = await client.succeed('confirmTwoFactor', { code }, access)
    return { secret, codes: recovery_codes }
  }

  test('get seven days from becoming an admin; members need none', async () => {
    const member = await addMember()
    expect(await dueIn(await signIn(member))).toBeNull()
    const setRole = async (is_organization_admin: boolean) => {
      const body = { member_id: member.id, is_organization_admin }
      await client.succeed('setRole', body, await signIn(admin))
    }
    passed = 3 * day
    const access = await signIn(member)
    await setRole(true)
    expect(await dueIn(access)).toBeGreaterThan((7 * day) / 1000 - 60)
    passed = 6 * day
    await setRole(false)
    expect(await dueIn(await signIn(member))).toBeNull()
    await setRole(true)
    expect(await dueIn(await signIn(member))).toBeGreaterThan((7 * day) / 1000 - 60)
  })

  test('a link that sets a password is found by its hash, while it is valid', async () => {
    expect(
      await store.one('passwordLinks', { tokenHash: 'unknown', expiresAt: above(clock()) }),
    ).toBeNull()
    await client.succeed('forgotPassword', { email: admin.email })
    const mail = (await store.listCapturedMails(99)).find(({ to }) => to === admin.email)
    const token = /reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(
      await store.one('passwordLinks', { tokenHash: tokenHash(token), expiresAt: above(clock()) }),
    ).toMatchObject({
      userId: admin.id,
      restoresEmail: null,
      undoesFactor: false,
    })
    expect(
      await store.one('passwordLinks', {
        tokenHash: tokenHash(token),
        expiresAt: above(new Date(Date.now() + day)),
      }),
    ).toBeNull()
  })

  test('whoever joins where everybody must have one has seven days from then (D138)', async () => {
    const access = await signIn(admin)
    await setUp(access)
    await client.succeed('changeSecondFactorRule', { required: 'everybody' }, access)
    const email = `joining@${organisation.slug}.test`
    await client.succeed('inviteTeamMembers', { emails: [email] }, access)
    const mail = (await store.listCapturedMails(99)).find(({ to }) => to === email)
    const token = /invite\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await client.succeed('openInvitation', { invitation_token: token })
    const signup = { fullname: 'Mei', email, password, organization: organisation.name }
    const joined = await client.send(calls.signup.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-invitation-token': token },
      body: JSON.stringify(signup),
    })
    expect(joined.status).toBe(200)
    const due = (await store.one('users', { emailKey: email }))?.secondFactorDue?.getTime() ?? 0
    expect(Math.abs(due - clock().getTime() - 7 * day)).toBeLessThan(60_000)
  })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('who have none get seven days from their first sign-in, then no other answers', async () => {
    const access = await signIn(admin)
    expect(await dueIn(access)).toBeGreaterThan((7 * day) / 1000 - 60)
    await client.succeed('getTeam', undefined, access)
    passed = 5 * day
    // Another sign-in gives no more time.
    const later = await signIn(admin)
    expect(await dueIn(later)).toBeLessThanOrEqual((2 * day) / 1000)
    passed = 7 * day + 1000
    const over = await signIn(admin)
    const profile = await client.succeed('getProfile', undefined, over)
    expect(profile.second_factor_due_in).toBe(0)
    expect(profile.organization.org_iframe).toBeNull()
    for (const [name, body] of [
      ['getTeam', undefined],
      ['getSubscriptionActivity', undefined],
      ['getAuditLog', undefined],
      ['getDashboardLink', { dashboard_id: 'overview' }],
      ['updateProfile', { full_name: 'Ada', email: admin.email }],
      ['inviteTeamMembers', { emails: ['a@b.test'] }],
      ['cancelSubscription', undefined],
    ] as const) {
      expect(await client.refused(name, body, over), name).toEqual({
        status: 403,
        text: 'You must use two-factor authentication here. Please set it up first.',
      })
    }
    expect(await client.succeed('getTwoFactor', undefined, over)).toMatchObject({
      state: 'off',
      required: true,
    })
    await setUp(over)
    expect(await dueIn(over)).toBeNull()
    await client.succeed('getTeam', undefined, over)
  })

  test('are told nothing of the plan or its payment once their time is over', async () => {
    const access = await signIn(admin)
    const buyer = createBuyer(client, access)
    await buyer.subscribe('plan_growth_monthly_usd')
    expect(await buyer.plan()).toHaveProperty('payment_method')
    passed = 7 * day + 1000
    const over = await signIn(admin)
    const shown = await client.succeed('getProfile', undefined, over)
    expect(shown).toMatchObject({
      full_name: admin.fullName,
      email: admin.email,
      is_subscribed: false,
      organization: { subscription_plan: null, dashboards: [], org_metabase_name: null },
    })
    await setUp(over)
    expect(await createBuyer(client, over).plan()).toHaveProperty('payment_method')
  })

  test('who have one get no reminder, and no new seven days once it is gone', async () => {
    const access = await signIn(admin)
    const { codes } = await setUp(access)
    expect(await dueIn(access)).toBeNull()
    await signIn(admin, codes[0])
    passed = 9 * day
    const again = await signIn(admin, codes[1])
    expect(await dueIn(again)).toBeNull()
    await client.succeed('removeTwoFactor', { password, code: codes[2] }, again)
    expect(await dueIn(again)).toBe(0)
  })

  test('need no other if they had one before, and need one at once after a reset', async () => {
    const member = await addMember()
    const access = await signIn(member)
    const { codes } = await setUp(access)
    const adminAccess = await signIn(admin)
    const body = { member_id: member.id }
    await client.succeed('setRole', { ...body, is_organization_admin: true }, adminAccess)
    expect(await dueIn(access)).toBeNull()
    const { codes: own } = await setUp(adminAccess)
    passed = 8 * day
    const there = await signIn(admin, own[0])
    expect(await dueIn(await signIn(member, codes[0]))).toBeNull()
    await client.succeed('resetTwoFactor', { ...body, one_time_code: own[1] }, there)
    expect(await dueIn(await signIn(member))).toBe(0)
  })

  test('an organisation’s own rule only tightens that of the site (D138)', async () => {
    const access = await signIn(admin)
    const member = await addMember()
    const memberAccess = await signIn(member)
    const { codes } = await setUp(access)
    const ask = (required: string) =>
      client.request('changeSecondFactorRule', { required, one_time_code: codes[0] }, access)
    const rule = async () => {
      const { second_factor, second_factor_least } = await client.succeed(
        'getOrganisation',
        undefined,
        access,
      )
      return [second_factor, second_factor_least]
    }
    expect(await rule()).toEqual(['admins', 'admins'])
    expect(await refusalOf(await ask('nobody'))).toEqual({
      status: 422,
      text: 'Whoever runs this site requires it of admins.',
    })
    expect((await ask('everybody')).status).toBe(204)
    expect(await rule()).toEqual(['everybody', 'admins'])
    expect(await dueIn(memberAccess)).toBeGreaterThan((7 * day) / 1000 - 60)
    services.twoFactor = { ...services.twoFactor, mode: 'on' }
    expect(await rule()).toEqual(['everybody', 'nobody'])
    services.twoFactor = { ...services.twoFactor, mode: 'off' }
    expect(await client.succeed('getOrganisation', undefined, access)).toMatchObject({
      second_factor: null,
      second_factor_least: null,
      without_second_factor: null,
    })
    expect((await ask('everybody')).status).toBe(404)
    expect(await dueIn(memberAccess)).toBeNull()
  })

  test('whom the organisation asks no more, the site gives seven days of their own (D138)', async () => {
    services.twoFactor = { ...services.twoFactor, mode: 'on' }
    const access = await signIn(admin)
    const { codes } = await setUp(access)
    const other = await addMember()
    const member_id = other.id
    const one_time_code = codes[0]
    const promotion = { member_id, is_organization_admin: true, one_time_code }
    await client.succeed('setRole', promotion, access)
    await client.succeed('changeSecondFactorRule', { required: 'admins' }, access)
    await client.succeed('changeSecondFactorRule', { required: 'nobody' }, access)
    passed = 9 * day
    services.twoFactor = { ...services.twoFactor, mode: 'admins' }
    expect(await dueIn(await signIn(other))).toBeGreaterThan((7 * day) / 1000 - 60)
  })

  test('without that setting nobody is reminded, and with second factors off nobody is asked', async () => {
    const access = await signIn(admin)
    await setUp(access)
    services.twoFactor = { ...services.twoFactor, mode: 'off' }
    const off = await signIn(admin)
    expect(await dueIn(off)).toBeNull()
    for (const name of ['getTwoFactor', 'beginTwoFactor', 'resetTwoFactor'] as const) {
      const body = { password, member_id: admin.id }
      expect((await client.refused(name, body, off)).status).toBe(404)
    }
    const { members } = await client.succeed('getTeam', undefined, off)
    expect(members[0]).not.toHaveProperty('has_second_factor')
    services.twoFactor = { ...services.twoFactor, mode: 'on' }
    const { email } = admin
    expect((await client.refused('login', { email, password })).status).toBe(422)
  })

  test('a factor falls with a link while second factors are off, and isn’t there when they are on again (D98)', async () => {
    await setUp(await signIn(admin))
    const mail = (await store.listCapturedMails(99)).find(({ to }) => to === admin.email)
    const reset_token = /reset-password\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    services.twoFactor = { ...services.twoFactor, mode: 'off' }
    await client.succeed('resetPassword', { reset_token, new_password: password })
    services.twoFactor = { ...services.twoFactor, mode: 'on' }
    await signIn(admin)
  })

  test('whose key is lost is told that a recovery code works, and can set an app up anew', async () => {
    const { secret, codes } = await setUp(await signIn(admin))
    const { secrets } = services.twoFactor
    const log = vi.spyOn(services.log, 'error')
    services.twoFactor = { mode: 'on', secrets: createSecretBox('another key than the lost one') }
    passed = 30_000
    const code = codeAt(secret, clock())
    const { email } = admin
    // More often than wrong codes may be given: none of these is wrong.
    for (let turn = 0; turn < 6; turn += 1) {
      const refused = await client.refused('login', { email, password, one_time_code: code })
      expect(refused).toMatchObject({
        status: 422,
        text: expect.stringContaining('Please use a recovery code.'),
      })
    }
    expect(log.mock.calls[0]).toEqual([
      'The key of a second factor is not among the settings',
      { userId: admin.id },
    ])
    const [first = '', second = ''] = codes
    const access = await signIn(admin, first)
    await client.succeed('removeTwoFactor', { password, code: second }, access)
    await setUp(access)
    log.mockRestore()
    services.twoFactor = { mode: 'admins', secrets }
  })

  test('the earlier key’s secrets are re-encrypted at the next sign-in', async () => {
    const access = await signIn(admin)
    const { secret } = await setUp(access)
    const box = services.twoFactor.secrets
    const before = (await store.one('secondFactors', { userId: admin.id }))?.secret ?? ''
    const newKey = 'the key that comes after the earlier one'
    // Both keys, as during a rotation: this server reads secrets of the earlier key.
    const between = createSecretBox(newKey)
    services.twoFactor = {
      mode: 'on',
      secrets: {
        seal: between.seal,
        open: async (sealed, owner) => ({
          ...(await box.open(sealed, owner)),
          isOfEarlierKey: true,
        }),
      },
    }
    passed = 30_000
    await signIn(admin, codeAt(secret, clock()))
    const after = (await store.one('secondFactors', { userId: admin.id }))?.secret ?? ''
    expect(after).not.toBe(before)
    expect(await between.open(after, admin.id)).toMatchObject({ text: secret })
    services.twoFactor = { mode: 'admins', secrets: box }
  })
})
