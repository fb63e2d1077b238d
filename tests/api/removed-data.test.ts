import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '../../server/commands/operator-requests'
import type { Client } from '../support/conformance/client'
import { joinTeam } from '../support/conformance/members'
import { memoryAndSql } from '../support/every-store'
import type { TestStore } from '../support/test-store'
import { clientOfStore } from './client-of-store'

const day = 24 * 3_600_000
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** What the API shows no more, once time or the operator has removed it. */
describe.each(memoryAndSql)('what is removed, from %s', (_name, open) => {
  let store: TestStore
  let services: ReturnType<typeof clientOfStore>['services']
  let client: Client
  const calls = { passed: 0, from: '192.0.2.1' }

  beforeAll(async () => {
    store = await open()
    ;({ services, client } = clientOfStore(store, calls))
  })
  afterAll(() => store.close())

  /** Signs in with a browser. @returns the access token. */
  async function signIn({ email, password }: { email: string; password: string }, agent: string) {
    const response = await client.send('/api/login/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ email, password }),
    })
    return (await response.json()).access as string
  }

  test('the networks that an erased person acted from leave the audit log, and nobody else’s', async () => {
    calls.from = '192.0.2.1'
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    calls.from = '203.0.113.77'
    await client.succeed(
      'updateProfile',
      { full_name: 'Ravi Kumar', email: member.email },
      member.access,
    )
    const log = async () => (await client.succeed('getAuditLog', undefined, admin.access)).data
    expect((await log()).map(({ network }) => network)).toContain('203.0.113.77')
    const { organization } = await client.succeed('getProfile', undefined, admin.access)
    await (await erasePerson(services, organization.slug, member.email)).act()
    const networks = (await log()).map(({ network }) => network)
    expect(networks).not.toContain('203.0.113.77')
    expect(networks).toContain('192.0.2.1')
  })

  test('a browser that somebody has not used for 400 days is unknown again', async () => {
    const admin = await client.newAdmin()
    await signIn(admin, firefox)
    const browsersAt = async (days: number) => {
      calls.passed = days * day
      const access = await signIn(admin, safari)
      const { password } = admin
      const { known_browsers } = await client.succeed('exportAccount', { password }, access)
      return (known_browsers as { browser: string }[]).map(({ browser }) => browser)
    }
    expect(await browsersAt(399)).toContain('Firefox on Windows')
    const later = await browsersAt(401)
    expect(later).not.toContain('Firefox on Windows')
    expect(later).toContain('Safari on iOS')
  })
})
