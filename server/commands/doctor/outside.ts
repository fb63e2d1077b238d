import * as v from 'valibot'
import { signDoctorToken } from '../../auth/tokens'
import { second } from '../../lib/time'
import type { ServerSettings } from '../../node/settings/settings'
import type { Seen } from '../../node/watch/seen-by-server'
import { commit, version } from '../../node/watch/version'
import { clockDifference, clockTolerance } from '../../payments/provider-clock'
import {
  adviceOnCertificate,
  type Finding,
  fault,
  ok,
  reasonOf,
  skipped,
  warning,
} from './question'

/** An address for documentation (RFC 5737), which we send. Proxies append their entries after it. */
const marker = '192.0.2.1'
/** Milliseconds for the answer. */
const timeout = 10_000

const healthAnswer = v.object({
  status: v.picklist(['alive', 'migrating']),
  version: v.string(),
  commit: v.optional(v.string(), ''),
  seen: v.optional(v.object({ forwardedFor: v.nullable(v.string()), trustedProxies: v.number() })),
})

/** The answer at `APP_URL`. */
type Answer =
  | { kind: 'unreachable'; reason: string }
  | { kind: 'other'; status: number }
  | {
      kind: 'orglens'
      version: string
      commit: string
      seen: Seen | null
      /** How far its clock is ahead of ours, in ms. */
      clockDifference: number
    }

/** Asks for the server's health through `APP_URL`, as browsers do. @returns null if `APP_URL` isn't set. */
export async function askHealth({
  appUrl,
  accessTokenSecret,
}: Pick<ServerSettings, 'appUrl' | 'accessTokenSecret'>): Promise<Answer | null> {
  if (appUrl === undefined) return null
  try {
    const askedAt = new Date()
    const answer = await fetch(`${appUrl}/healthz`, {
      headers: {
        authorization: `Bearer ${signDoctorToken(accessTokenSecret, askedAt)}`,
        'x-forwarded-for': marker,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    const difference = clockDifference(answer.headers.get('date'), askedAt, new Date())
    const json = await answer.json().catch(() => null)
    const { success, output } = v.safeParse(healthAnswer, json)
    if (!success) return { kind: 'other', status: answer.status }
    const { seen = null, ...build } = output
    return { kind: 'orglens', ...build, seen, clockDifference: difference }
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}

/** @returns the number of proxies that appended to the header, counted from the last one that replaced it. */
function countHops({ forwardedFor }: Seen): number {
  const addresses = forwardedFor?.split(',').map((entry) => entry.trim()) ?? []
  return addresses.length - 1 - addresses.indexOf(marker)
}

/** @returns whether `APP_URL` leads to a server of this installation and build. */
export async function checkAppUrl(
  { appUrl }: ServerSettings,
  health: Promise<Answer | null>,
): Promise<Finding> {
  const answer = await health
  if (answer === null) return skipped('It isn’t set.')
  if (answer.kind === 'unreachable') {
    return fault(
      `${appUrl}/healthz: ${answer.reason}`,
      `Check that the name leads to your proxy, its certificate, and that the server runs. ${adviceOnCertificate}`,
    )
  }
  if (answer.kind === 'other') {
    return fault(
      `No: ${appUrl}/healthz answers ${answer.status}, which isn't Orglens's answer.`,
      "Set APP_URL to the app's address, or let the proxy there pass on /healthz.",
    )
  }
  // Before the secret: a server with another clock doesn't recognise the doctor, either.
  if (Math.abs(answer.clockDifference) > clockTolerance) {
    const seconds = Math.round(answer.clockDifference / second)
    return fault(
      `Its clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} this machine's.`,
      'Set the clocks, and find out why NTP doesn’t. Then ask again.',
    )
  }
  if (answer.seen === null) {
    return fault(
      `No: an Orglens ${answer.version} that doesn't know this ACCESS_TOKEN_SECRET. It is another installation, or was started with other settings.`,
      'Set APP_URL to this installation, or restart the server with these settings.',
    )
  }
  const build = `${answer.version} (${answer.commit})`
  if (answer.version !== version || answer.commit !== commit) {
    return warning(
      `Yes, as ${build}; this is ${version} (${commit}).`,
      'Restart the server, unless a rollout is under way.',
    )
  }
  return ok(`Yes, as ${build}.`)
}

/** @returns whether the server trusts as many proxies as append to `X-Forwarded-For`. */
export async function checkProxies(health: Promise<Answer | null>): Promise<Finding> {
  const answer = await health
  if (answer?.kind !== 'orglens' || answer.seen === null) {
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
}
