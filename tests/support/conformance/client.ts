import * as v from 'valibot'
import { expect } from 'vitest'
import { type CallName, calls, type ResponseOf } from '../../../contract/calls'
import { hasQueryInput } from '../../../contract/endpoint'
import { errorBody } from '../../../contract/error'
import { demoMember, demoPassword } from '../../../server/demo/demo'
import type { RunningApi } from './targets'

/** An admin of an organisation that only one test knows, signed in. */
export interface Admin {
  email: string
  password: string
  organization: string
  access: string
  refresh: string
}

export type Client = ReturnType<typeof createClient>

let count = 0

export function createClient(api: Omit<RunningApi, 'stop'>) {
  /** @returns a text that no other call of this run returned. */
  const unique = (prefix: string) => {
    count += 1
    return `${prefix}-${count}`
  }
  const newAddress = () => `${unique('address')}@example.test`

  const newSignup = () => ({
    fullname: 'Ada Lovelace',
    email: newAddress(),
    password: 'a long password',
    organization: unique('Organisation'),
  })

  /** Sends anything, and checks what holds for every answer. */
  async function send(path: string, { token, ...init }: RequestInit & { token?: string } = {}) {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const request = new Request(new URL(path, api.origin), { ...init, headers })
    const response = await api.fetch(request)
    await expectWellFormed(response.clone())
    return response
  }

  /** Makes a call of the contract with any input, in its body or its query string. */
  function request(name: CallName, body: unknown, token?: string, headers: object = {}) {
    const { method, path } = calls[name]
    const isQuery = hasQueryInput(calls[name])
    const query = isQuery ? `?${new URLSearchParams(Object(body))}` : ''
    return send(path + query, {
      method,
      ...(token !== undefined && { token }),
      ...(body !== undefined &&
        !isQuery && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
    })
  }

  /** @returns the answer as the contract reads it. Fails when the call is refused. */
  async function succeed<Name extends CallName>(name: Name, body?: unknown, token?: string) {
    const response = await request(name, body, token)
    const answer: unknown = response.status === 204 ? undefined : await response.json()
    const schema: v.GenericSchema | null = calls[name].response
    expect(response.status, JSON.stringify(answer)).toBe(schema ? 200 : 204)
    return (schema ? v.parse(schema, answer) : undefined) as ResponseOf<Name>
  }

  /** @returns the refusal with all that its body says. Fails when the call succeeds. */
  async function wholeRefusal(name: CallName, body?: unknown, token?: string) {
    const response = await request(name, body, token)
    const answer: unknown = await response.json()
    expect(response.status, JSON.stringify(answer)).toBeGreaterThanOrEqual(400)
    return { status: response.status, ...v.parse(errorBody, answer) }
  }

  /** @returns the latest entries of an admin's audit log, the newest first. */
  const logOf = async ({ access }: Pick<Admin, 'access'>, query?: object) =>
    (await succeed('getAuditLog', query, access)).data

  return {
    api,
    unique,
    newAddress,
    newSignup,
    send,
    request,
    succeed,
    wholeRefusal,
    logOf,

    statusOf: async (name: CallName, body?: unknown, token?: string) =>
      (await request(name, body, token)).status,

    refused: async (name: CallName, body?: unknown, token?: string) =>
      refusalOf(await request(name, body, token)),

    actionsOf: async (admin: Pick<Admin, 'access'>) =>
      (await logOf(admin)).map(({ action }) => action),

    async newAdmin(): Promise<Admin> {
      const signup = newSignup()
      await succeed('signup', signup)
      const { email, password, organization } = signup
      const { access, refresh } = await succeed('login', { email, password })
      return { email, password, organization, access, refresh }
    },

    /** @returns the access token of a user who is no admin. */
    async memberToken() {
      const credentials = { email: demoMember.email, password: demoPassword }
      return (await succeed('login', credentials)).access
    },
  }
}

export async function refusalOf(response: Response) {
  const body: unknown = await response.json()
  expect(response.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  return { status: response.status, text: v.parse(errorBody, body).error }
}

/** What holds for every answer: JSON that nobody keeps, and one form for all refusals. */
async function expectWellFormed(response: Response): Promise<void> {
  expect(response.headers.get('cache-control')).toBe('no-store')
  if (response.status === 204) return expect(await response.text()).toBe('')
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
  const body: unknown = await response.json()
  if (response.status < 400) return
  const { error, message: _message, ...more } = v.parse(errorBody, body)
  expect(error).not.toBe('')
  expect(body).toEqual({ error, message: error, ...more })
  // The text says it all to clients that know no fields.
  const { field_errors } = more
  if (field_errors) expect(Object.values(field_errors).join(' ')).toBe(error)
}

/** @returns what equals a profile later, too: its dashboard's link and the days of next charges move on with the clock. */
export function laterOn(profile: ResponseOf<'getProfile'>) {
  const link = { org_iframe: expect.any(String), org_iframe_expires_in: expect.any(Number) }
  const organization = { ...profile.organization, ...link }
  return {
    ...profile,
    organization,
    ...(profile.next_charges && { next_charges: expect.any(Object) }),
  }
}
