import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../contract/calls'
import { type Client, refusalOf } from '../../support/conformance/client'
import type { Target } from '../../support/conformance/target'

const names = Object.keys(calls) as CallName[]
const paths = [...new Set(names.map((name) => calls[name].path))]

export default function describeAddresses(client: Client, { overSocket }: Target): void {
  // All of them are routed alike by the app, and a few beside a site.
  const some = overSocket ? paths.slice(0, 3) : paths

  test('a trailing slash may be left out, and a query may be added', async () => {
    const { access: token } = await client.newAdmin()
    const { path } = calls.getSessions
    for (const address of [path, path.replace(/\/$/, ''), `${path}?organization=2024`]) {
      expect((await client.send(address, { token })).status, address).toBe(200)
    }
  })

  test.each(some)('%s names its methods in a 405', async (path) => {
    const allowed = names
      .filter((name) => calls[name].path === path)
      .map((name) => calls[name].method as string)
    const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (method) => !allowed.includes(method),
    )
    for (const method of others) {
      const response = await client.send(path, { method })
      expect(response.status, method).toBe(405)
      expect(response.headers.get('allow')?.split(', ')).toEqual(allowed)
    }
  })

  test.each([
    '/api',
    '/api/',
    '/api/unknown/',
    '/api/login/more/',
    '/api/Login/',
    '/api/profile/index.html',
    '/api/%00',
    '/api/%ff',
    '/api/%2e%2e%2findex.html',
  ])('there is nothing at %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const refusal = await refusalOf(await client.send(path, { method }))
      expect(refusal, method).toEqual({ status: 404, text: 'There is nothing at this address.' })
    }
  })
}
