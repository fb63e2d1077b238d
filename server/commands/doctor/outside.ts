import * as v from 'valibot'
import { signDoctorToken } from '../../auth/tokens'
import type { ServerSettings } from '../../node/settings/settings'
import type { Seen } from '../../node/watch/seen-by-server'
import { commit, version } from '../../node/watch/version'
import { type Check, fault, ok, reasonOf, skipped, warning } from './check'

/** An address for documentation (RFC 5737): what proxies append after it is theirs. */
const marker = '192.0.2.1'
/** In ms. */
const timeout = 10_000

const healthAnswer = v.object({
  status: v.picklist(['alive', 'migrating']),
  version: v.string(),
  commit: v.optional(v.string(), ''),
  seen: v.optional(v.object({ forwardedFor: v.nullable(v.string()), trustedProxies: v.number() })),
})

/** What came back from `APP_URL`. */
type Answer =
  | { kind: 'unreachable'; reason: string }
  | { kind: 'other'; status: number }
  | { kind: 'orglens'; version: string; commit: string; seen: Seen | null }

/** What the app's address answers. */
export interface Outside {
  appUrl: string
  answer: Promise<Answer>
}

/** Asks the server's health through `APP_URL`, the way that browsers take. Null: there is no such address. */
export function askFromOutside(settings: ServerSettings): Outside | null {
  const { appUrl, accessTokenSecret } = settings
  return appUrl === undefined ? null : { appUrl, answer: askHealth(appUrl, accessTokenSecret) }
}

async function askHealth(appUrl: string, secret: string): Promise<Answer> {
  try {
    const answer = await fetch(`${appUrl}/healthz`, {
      headers: {
        authorization: `Bearer ${signDoctorToken(secret, new Date())}`,
        'x-forwarded-for': marker,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    const json = await answer.json().catch(() => null)
    const { success, output } = v.safeParse(healthAnswer, json)
    if (!success) return { kind: 'other', status: answer.status }
    const { seen = null, ...build } = output
    return { kind: 'orglens', ...build, seen }
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}

/** @returns how many proxies have appended to a header; of one that begins anew, how many since. */
function countHops({ forwardedFor }: Seen): number {
  const addresses = forwardedFor?.split(',').map((entry) => entry.trim()) ?? []
  return addresses.length - 1 - addresses.indexOf(marker)
}

export const outsideChecks: readonly Check<Outside>[] = [
  {
    name: 'APP_URL',
    tried: ({ appUrl }) => `GET ${appUrl}/healthz, from this machine`,
    async find({ appUrl, answer: asked }) {
      const answer = await asked
      if (answer.kind === 'unreachable') {
        return fault(
          answer.reason,
          'Check that the name leads to your proxy, its certificate, and that the server runs.',
        )
      }
      if (answer.kind === 'other') {
        return fault(
          `Something else than Orglens answers there, with ${answer.status}.`,
          `Set APP_URL to the app's address, or let the proxy there pass on ${appUrl}/healthz.`,
        )
      }
      if (answer.seen === null) {
        return fault(
          `An Orglens ${answer.version} answers there that doesn't know this ACCESS_TOKEN_SECRET: another installation, or a server started with other settings.`,
          'Set APP_URL to this installation, or restart the server with these settings.',
        )
      }
      const build = `${answer.version} (${answer.commit})`
      if (answer.version !== version || answer.commit !== commit) {
        return warning(
          `This installation answers there, as ${build}; this is ${version} (${commit}).`,
          'Restart the server, unless a rollout is under way.',
        )
      }
      return ok(`This installation answers there, as ${build}.`)
    },
  },
  {
    name: 'TRUSTED_PROXIES',
    tried: ({ appUrl }) => `GET ${appUrl}/healthz, to count who appends to X-Forwarded-For`,
    async find({ answer: asked }) {
      const answer = await asked
      if (answer.kind !== 'orglens' || answer.seen === null) {
        return skipped('This installation doesn’t answer at APP_URL.')
      }
      const { trustedProxies } = answer.seen
      const hops = countHops(answer.seen)
      const found = `Proxies that append: ${hops}. The server's TRUSTED_PROXIES: ${trustedProxies}.`
      const todo = `Set TRUSTED_PROXIES=${hops}, and restart the server.`
      if (hops > trustedProxies) {
        return fault(`${found} All clients share the limits of one, and its address.`, todo)
      }
      if (hops < trustedProxies) {
        return fault(
          `${found} Clients can claim any address, and so get around limits.`,
          `${todo} If browsers take a way with more proxies than this machine does, ask from there.`,
        )
      }
      return ok(found)
    },
  },
]
