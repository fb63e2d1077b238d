import { type CallName, calls } from '../../../contract/calls'
import { rateLimits } from '../../../server/api/limits'
import { type Client, createClient } from './client'

/** @returns calls at an API with limits: those of the table, unless told otherwise. */
export function limitedApi(client: Client, limits = rateLimits()) {
  const api = client.api.withLimits?.(limits)
  if (!api) throw new Error('This API can’t be limited.')
  return {
    ...api,
    /** @param from an address. @param token of whoever is signed in. */
    call(name: CallName, body: unknown, { from = newIpv4(client), token = '' } = {}) {
      const { request } = calls[name]
      const there = createClient({ ...client.api, fetch: (sent) => api.fetch(sent, from) })
      return there.request(name, request ? body : undefined, token || undefined)
    },
  }
}

/** @returns an IPv4 address that no other test uses. */
export function newIpv4(client: Client): string {
  const count = Number(client.unique('ip').slice(3))
  return `10.${Math.floor(count / 65_536) % 256}.${Math.floor(count / 256) % 256}.${count % 256}`
}
