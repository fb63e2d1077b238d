import { beforeEach, describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'
import type { SignIn } from '../../server/audit/tables'
import { deleteOrganisation, erasePerson } from '../../server/commands/operator-requests'
import { add } from '../../server/store/change'
import { askForReset, mailsTo } from '../support/conformance/captured-mails'
import { type Admin, createClient } from '../support/conformance/client'
import { joinTeam } from '../support/conformance/members'
import { passkeyUsers } from '../support/conformance/passkeys'
import { secondFactors } from '../support/conformance/secured'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { wrongCodeFor } from '../support/phone'
import { sessionOf, silentLog } from './sql-store-examples'

const day = 24 * 3_600_000
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe.each(memoryAndSql)('sign-ins, noted in %s', (name, open) => {
  const store = storeForTests(open)
  const calls = { passed: 0, from: '192.0.2.1' }
  const clock = () => new Date(Date.now() + calls.passed)
  const origin = 'http://orglens.test'
  const services = createMockServices(emptyMemoryData(), silentLog, clock, origin, store)
  const app = createApp(services)
  const client = createClient({
    fetch: async (request) => {
      const answer = await app.fetch(request, { clientAddress: calls.from })
      await services.work.runDue()
      return answer
    },
    origin,
  })
  beforeEach(() => {
    calls.from = '192.0.2.1'
  })

  const userOf = async ({ email }: Pick<Admin, 'email'>) => {
    const user = await store.one('users', { email })
    if (!user) throw new Error(`Nobody has the address ${email}.`)
    return user
  }

  const rowsOf = async (organisationId: string) =>
    (await store.findSignIns(organisationId, null, 999)).map(
      ({ result, network, count }: SignIn) => `${result} ${network} ${count}`,
    )

  const attempt = async (email: string, password: string, from: string, browser = '') => {
    calls.from = from
    const headers = { 'user-agent': browser }
    return (await client.request('login', { email, password }, undefined, headers)).status
  }

  test('have a row for each network and day, whatever the browser, and new browsers an entry of the audit log', async () => {
    const { email, password, ...admin } = await client.newAdmin()
    const { organisationId } = await userOf({ email })
    for (const last of [0, 1, 2]) await attempt(email, 'wrong', `198.51.100.${last}`, firefox)
    await attempt(email, 'wrong', '198.51.100.0', safari)
    for (const browser of [firefox, safari]) await attempt(email, password, '192.0.2.1', browser)
    await attempt(email, password, '203.0.113.1', safari)
    const rows = await rowsOf(organisationId)
    expect(rows).toHaveLength(5)
    expect(rows).toContain('wrong-password 198.51.100.0 2')
    // With that of newAdmin.
    expect(rows).toContain('signed-in 192.0.2.1 3')
    const [first] = await store.findSignIns(organisationId, null, 999)
    expect(first?.browser).toBe('Safari on iOS')
    calls.passed += day
    await attempt(email, password, '203.0.113.1', firefox)
    calls.passed -= day
    expect((await rowsOf(organisationId)).at(-1)).toBe('signed-in 203.0.113.1 1')
    const entries = (await client.logOf(admin)).filter(({ action }) => action === 'signed-in')
    const networks = ['203.0.113.1', '203.0.113.1', '192.0.2.1']
    expect(entries.map(({ network }) => network)).toEqual(networks)
  })

  // Nobody is erased from memory.
  if (name !== 'memory')
    test('of a removed person stay; those of an erased person are deleted, and no others', async () => {
      const admin = await client.newAdmin()
      const { organisationId: id } = await userOf(admin)
      const { slug = '' } = (await store.one('organisations', { id })) ?? {}
      const member = await joinTeam(client, admin)
      const other = await joinTeam(client, admin)
      await client.succeed('removeMember', { member_id: member.id }, admin.access)
      const byWhom = async () =>
        new Set((await store.findSignIns(id, null, 999)).map(({ email }) => email))
      expect(await byWhom()).toEqual(new Set([admin.email, member.email, other.email]))
      await (await erasePerson(services, slug, member.email)).act()
      expect(await byWhom()).toEqual(new Set([admin.email, other.email]))
      await (await erasePerson(services, slug, other.email)).act()
      expect(await byWhom()).toEqual(new Set([admin.email]))
      await (await deleteOrganisation(services, slug)).act()
      expect(await byWhom()).toEqual(new Set())
    })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('from IPv6 count for the network of a site, which mails name; sessions show that of a home', async () => {
    const { email, password } = await client.newAdmin()
    calls.from = '2001:db8:1:2::3'
    const { access, refresh } = await client.succeed('login', { email, password })
    const change = { current_password: password, new_password: 'another password' }
    await client.succeed('changePassword', change, access)
    const { organisationId } = await userOf({ email })
    expect((await rowsOf(organisationId)).at(-1)).toBe('signed-in 2001:db8:1::/48 1')
    const mails = await mailsTo(client, email)
    expect(mails.map(({ text }) => /from the network (\S+)\.$/m.exec(text)?.[1])).toEqual([
      '2001:db8:1::/48',
      '2001:db8:1::/48',
    ])
    expect((await client.logOf({ access }))[0]?.network).toBe('2001:db8:1::/48')
    const shown = async () =>
      (await client.succeed('getSessions', undefined, access)).sessions.map((one) => one.network)
    expect(await shown()).toEqual(['2001:db8:1:2::/64'])
    calls.from = '2001:db8:1:9::3'
    await client.succeed('refreshToken', { refresh })
    expect(await shown()).toEqual(['2001:db8:1:9::/64'])
  })

  test('keep nothing about an address that nobody has', async () => {
    const email = 'nobody@nowhere.test'
    expect(await attempt(email, 'a password', '203.0.113.7')).toBe(404)
    expect(await store.all('signIns', { email })).toEqual([])
  })

  test('say when the password was right and the code was missing or wrong, or a passkey refused, by what it came with', async () => {
    const { newSecured } = secondFactors(client, () => Date.now() + calls.passed)
    const { user: admin, phone, codes } = await newSecured()
    const { organisationId } = await userOf(admin)
    const { email, password } = admin
    const { addPasskey, assertionOf } = passkeyUsers(client)
    const device = await addPasskey(admin, undefined, { one_time_code: codes[0] })
    const one_time_code = wrongCodeFor(phone)
    calls.from = '203.0.113.7'
    await client.request('login', { email, password })
    await client.request('login', { email, password, one_time_code })
    await client.request('exportAccount', { password, one_time_code }, admin.access)
    await client.request('exportAccount', { password: 'a wrong one' }, admin.access)
    await client.request('removeTwoFactor', { password, code: one_time_code }, admin.access)
    const reset_token = await askForReset(client, email)
    const new_password = 'another long password'
    await client.request('resetPassword', { reset_token, new_password, one_time_code })
    const spent = await assertionOf(device)
    for (const _twice of [1, 2]) await client.request('signInWithPasskey', spent)
    const passkey_proof = spent
    await client.request('exportAccount', { password, passkey_proof }, admin.access)
    await client.request('resetPassword', { reset_token, new_password, passkey_proof })
    const rows = (await rowsOf(organisationId)).filter((row) => row.includes('203.0.113.7'))
    expect(rows).toEqual([
      'code-asked 203.0.113.7 1',
      'wrong-code 203.0.113.7 1',
      'wrong-code-of-session 203.0.113.7 2',
      'wrong-password-of-session 203.0.113.7 1',
      'wrong-code-of-link 203.0.113.7 1',
      'signed-in-by-passkey 203.0.113.7 1',
      'refused-passkey 203.0.113.7 1',
      'refused-passkey-of-session 203.0.113.7 1',
      'refused-passkey-of-link 203.0.113.7 1',
    ])
  })

  test('end a user’s oldest session beyond 500, the expired ones, and nobody else’s; twenty browsers stay known', async () => {
    const { email, password, access } = await client.newAdmin()
    const user = await userOf({ email })
    const another = await userOf(await client.newAdmin())
    const now = Date.now() + calls.passed
    const session = (id: string, age: number, life = day) => ({
      ...sessionOf(user),
      id,
      createdAt: new Date(now - age),
      expiresAt: new Date(now + life),
    })
    // The 500 sessions that count are these, the two old ones, and that of newAdmin.
    const young = Array.from({ length: 497 }, (_, index) => session(`young ${index}`, 1_000))
    const old = [session('oldest', 3_000), session('older', 2_000), session('expired', 0, -1)]
    await store.save(add('sessions', ...young, ...old))
    const { sessions } = await client.succeed('getSessions', undefined, access)
    expect(sessions).toHaveLength(500)
    const over = { session_id: 'expired' }
    expect(await client.statusOf('endSession', over, access)).toBe(404)
    const browser = (age: number) => ({ browser: `${age}`, seenAt: new Date(now - day - age) })
    const known = Array.from({ length: 20 }, (_, age) => browser(age))
    const own = { userId: user.id, network: '' }
    await store.save(add('knownBrowsers', ...known.map((one) => ({ ...own, ...one }))))
    expect(await attempt(email, password, '192.0.2.1')).toBe(200)
    const left = (await store.all('sessions', { userId: user.id })).map(({ id }) => id)
    expect(old.flatMap(({ id }) => (left.includes(id) ? id : []))).toEqual(['older'])
    expect(await store.all('sessions', { userId: another.id })).toHaveLength(1)
    const browsers = (await store.all('knownBrowsers', { userId: user.id })).map(
      (one) => one.browser,
    )
    expect([browsers.length, browsers.includes('19')]).toEqual([20, false])
  })
})
