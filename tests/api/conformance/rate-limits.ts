import { expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import { type Limit, type RateLimits, rateLimits } from '../../../server/api/limits'
import { demoAdmin, demoPassword } from '../../../server/demo/demo'
import { hour } from '../../../server/lib/time'
import type { Client } from '../../support/conformance/client'
import { examples } from '../../support/conformance/examples'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'

const roomy = { calls: 100_000, window: hour }
/** Three at once; then one an hour. */
const tight = { calls: 3, window: 3 * hour }

/** How often one may call: the same code counts all calls. */
export default function describeRateLimits(client: Client): void {
  /** @returns an API with one tight limit. */
  function limited(call: CallName, nth = 0) {
    const changed = Object.entries<readonly Limit[]>(rateLimits()).map(([name, limits]) => [
      name,
      limits.map((limit, index) => ({
        ...limit,
        ...(name === call && index === nth ? tight : roomy),
      })),
    ])
    return limitedApi(client, Object.fromEntries(changed) as RateLimits)
  }

  test.each([
    ['login', 'network', 0],
    ['refreshToken', 'network', 1],
    ['refreshToken', 'token', 0],
    ['getSessions', 'user, each server', 0],
    ['stopRenewing', 'organisation', 0],
  ] as const)('%s is counted by %s, and others go on', async (name, by, index) => {
    const { call, servers } = limited(name, index)
    const [{ access }, other] = [await client.newAdmin(), await client.newAdmin()]
    const [from, refresh] = [newIpv4(client), client.unique('token')]
    // Calls agree in what the limit counts by, and in nothing else that is theirs to choose.
    const ask = (isSame = true) => {
      const isSameToken = isSame && by === 'token'
      const asked = { refresh: isSameToken ? refresh : client.unique('token') }
      return call(name, name === 'refreshToken' ? asked : examples[name], {
        token: !isSame && /user|organisation/.test(by) ? other.access : access,
        from: isSame && by.startsWith('network') ? from : newIpv4(client),
      })
    }
    const allowed = by.endsWith('each server') ? 3 * servers : 3
    for (let turn = 0; turn < allowed; turn += 1) expect((await ask()).status).not.toBe(429)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(false)).status).not.toBe(429)
    expect((await ask()).status).toBe(429)
  })

  test('members without permission don’t use up their organisation’s limits', async () => {
    const { call } = limited('cancelSubscription')
    const admin = { email: demoAdmin.email, password: demoPassword }
    const tokens = [await client.memberToken(), (await client.succeed('login', admin)).access]
    const statuses: number[] = []
    for (const token of tokens) {
      for (let turn = 0; turn < 4; turn += 1) {
        statuses.push((await call('cancelSubscription', {}, { token })).status)
      }
    }
    expect(statuses).toEqual([403, 403, 403, 403, 200, 200, 200, 429])
  })
}
