import * as v from 'valibot'
import type { Services } from '../services'
import { sign, verify } from '../signed-tokens'
import { day, later } from '../time'

/** How long the link of a mail stops its report, in ms. */
const lifetime = 400 * day

const claims = v.object({
  sub: v.string(),
  aud: v.literal('orglens-report'),
  exp: v.number(),
})

/** In place of a token's dots: it is part of an address, where a dot means a file (D75). */
const dotInAddress = '~'

type Secrets = Pick<Services, 'accessTokenSecret' | 'alsoAcceptedSecret' | 'clock'>

/** @returns the token of a mail's link that stops its report, and nothing else: who gets the mail may use it. */
export function reportToken({ accessTokenSecret, clock }: Secrets, reportId: string): string {
  const exp = Math.floor(later(clock(), lifetime).getTime() / 1_000)
  const token = sign({ sub: reportId, aud: 'orglens-report', exp }, accessTokenSecret)
  return token.replaceAll('.', dotInAddress)
}

/** @returns the report of such a token; null if it is forged, malformed or too old. */
export function reportOfToken(
  { accessTokenSecret, alsoAcceptedSecret, clock }: Secrets,
  token: string,
): string | null {
  const signed = token.replaceAll(dotInAddress, '.')
  const found =
    verify(signed, accessTokenSecret, claims) ??
    (alsoAcceptedSecret ? verify(signed, alsoAcceptedSecret, claims) : null)
  return found && found.exp > Math.floor(clock().getTime() / 1_000) ? found.sub : null
}
