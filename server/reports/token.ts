import * as v from 'valibot'
import { type LinkSecrets, readLink, signLink } from '../lib/signed-tokens'
import { day } from '../lib/time'

/** Milliseconds during which a mail's link can stop its report. */
const lifetime = 400 * day

const claims = v.object({
  sub: v.string(),
  aud: v.literal('orglens-report'),
  exp: v.number(),
})

/** @returns the token of the link that stops a report. Everybody who gets the mail may use it, so it does nothing else. */
export const reportToken = (secrets: LinkSecrets, reportId: string): string =>
  signLink(secrets, { sub: reportId, aud: 'orglens-report' }, lifetime)

/** @returns the report that a token stops; null if it is forged, malformed or too old. */
export const reportOfToken = (secrets: LinkSecrets, token: string): string | null =>
  readLink(secrets, token, claims)?.sub ?? null
