import { isDoctorToken } from '../../auth/tokens'
import type { ServerSettings } from '../settings/settings'

/** How a request reached a server. */
export interface Seen {
  /** `X-Forwarded-For` as it arrived; null: without. */
  forwardedFor: string | null
  /** The server's own setting. */
  trustedProxies: number
}

/**
 * What `/healthz` tells `npm run doctor` about its own request, and nobody else: a token shows that it knows the server's
 * secret (D135).
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
