import { inject, onTestFinished } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import { hasQueryInput } from '../../contract/endpoint'
import { demoAdmin, demoMember, demoPassword } from '../../server/demo/demo'
import type { Log } from '../../server/lib/log'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { createDatabase } from './postgresql'

const silentLog = { info() {}, error() {} }

/** The cost of a password hash in tests: the minimum. */
const cheapest = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export type Host = Awaited<ReturnType<typeof startDemoHost>>

/**
 * Starts a server with the demo organisation, without rate limits. The caller stops it.
 * @param site the folder of its site; without it, there is none.
 */
export async function startDemoHost(
  environment: Record<string, string> = {},
  log: Log = silentLog,
  site = 'no-site-here',
) {
  const settings = readServerSettings({
    PORT: '0',
    RATE_LIMITS: 'off',
    ...environment,
    ...(!environment.DATA_DIR &&
      !environment.DATABASE_URL && {
        DATABASE_URL: await createDatabase(inject('postgresqlUrl')),
      }),
  })
  const host = await startHost({ ...settings, passwordCost: cheapest }, log, site)

  /** @param body an object becomes JSON. */
  const call = (name: CallName, input?: unknown, token?: string, headers = {}) => {
    const { method, path } = calls[name]
    // Reads are asked by their address alone.
    const isInQuery = method !== 'GET' && hasQueryInput(calls[name])
    const query = isInQuery ? `?${new URLSearchParams(Object(input))}` : ''
    const body = isInQuery ? undefined : input
    return fetch(host.url + path + query, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  async function signIn(email: string, password = demoPassword) {
    const answer = await call('login', { email, password })
    if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.status}`)
    return (await answer.json()) as { access: string; refresh: string }
  }

  return {
    ...host,
    settings,
    /** Empty where it is an embedded one. */
    databaseUrl: settings.databaseUrl ?? '',
    call,
    signIn,
    signInAdmin: () => signIn(demoAdmin.email),
    signInMember: () => signIn(demoMember.email),
  }
}

/** Starts one that stops with the test. */
export async function demoHostForTest(environment: Record<string, string> = {}, log?: Log) {
  const host = await startDemoHost(environment, log)
  onTestFinished(host.stop)
  return host
}
