import { isDoctorToken } from '../../auth/tokens'
import type { ServerSettings } from '../settings/settings'

/** A request as it reached a server. */
export interface Seen {
  /** The header `X-Forwarded-For` as it arrived; null: there was none. */
  forwardedFor: string | null
  /** The server's own setting. */
  trustedProxies: number
}

/**
 * Tells `npm run doctor`, and nobody else, how its request to `/healthz` arrived. Doctor's token proves that it knows the
 * server's secret.
 */
export function tellDoctor(
  settings: Pick<ServerSettings, 'accessTokenSecret' | 'alsoAcceptedSecret' | 'trustedProxies'>,
  clock: () => Date,
): (headers: Headers) => { seen?: Seen } {
  const { accessTokenSecret, alsoAcceptedSecret, trustedProxies } = settings
  const secrets = [accessTokenSecret, alsoAcceptedSecret].filter((secret) => secret !== undefined)
  return (headers) => {
    const [, token] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? []
    if (!token || !secrets.some((secret) => isDoctorToken(token, secret, clock()))) return {}
    return { seen: { forwardedFor: headers.get('x-forwarded-for'), trustedProxies } }
  }
}
